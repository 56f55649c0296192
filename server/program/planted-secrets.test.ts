import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import test, { after, before } from 'node:test';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from '#testing/database.ts';
import { isSigned, type Receiver, startReceiver } from '#testing/fakes/receiver.ts';
import { programFile } from '#testing/program.ts';
import { until } from '#testing/until.ts';

const owner = { email: 'inhaber@example.org', password: 'Kranich-Zebra-Nebel-4711' };
let database: TestDatabase;
let receiver: Receiver;
let program: ChildProcess;
let url = '';
let logged = '';

before(async () => {
  database = await createTestDatabase();
  receiver = await startReceiver();
  // the program itself, to see its log
  program = spawn(process.execPath, [await programFile()], {
    env: {
      ...process.env,
      PORT: '0',
      DATABASE_URL: database.url,
      SECRET_KEY: 'a secret key that only tests know',
      OWNER_EMAIL: owner.email,
      OWNER_PASSWORD: owner.password,
      LOG_LEVEL: 'trace',
      WEBHOOK_ALLOWED_HOSTS: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [program.stdout!, program.stderr!]) stream.on('data', (chunk: Buffer) => (logged += chunk));
  url = await until(() => {
    if (program.exitCode !== null) throw new Error(logged);
    return /is running: +(\S+)\s/.exec(logged)?.[1];
  }, 120_000);
});
after(async () => {
  const ended = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  await ended;
  await receiver.stop();
  await database.drop();
});

async function post(where: string, body: object, token?: string) {
  const headers = { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(url + where, { method: 'POST', headers, body: JSON.stringify(body) });
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
  return { status: response.status, body: (await response.json()) as any };
}

async function run(token: string, query: string, variables: object = {}) {
  const { body } = await post('/api/graphql/', { query, variables }, token);
  assert.equal(body.errors, undefined, `${query} ${JSON.stringify(body.errors)}`);
  return body.data;
}

/** Every row of every table, background jobs included, as text. */
async function dump(): Promise<string> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const tables = await client.query<{ name: string }>(`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`);
  const texts: string[] = [];
  for (const { name } of tables.rows) {
    const { rows } = await client.query(`select string_agg(t::text, E'\\n') as text from ${name} t`);
    texts.push(`${name}\n${rows[0].text ?? ''}`);
  }
  await client.end();
  return texts.join('\n');
}

/** A text in all encodings. */
const formsOf = (secret: string) => [
  secret,
  Buffer.from(secret).toString('hex'),
  Buffer.from(secret).toString('base64').replace(/=+$/, ''),
];

function refuseSecrets(where: string, text: string, secrets: Record<string, string>): void {
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of formsOf(secret)) assert.ok(!text.includes(form), `${name} stands in ${where}`);
  }
}

const codeOf = (secret: string, steps: number) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + steps * 30_000 });

async function plant(): Promise<{ token: string; secrets: Record<string, string> }> {
  const first = (await post('/api/auth', owner)).body.token;
  const start = 'mutation ($password: String!) { startTotp(password: $password) { secret } }';
  const { secret } = (await run(first, start, { password: owner.password })).startTotp;
  const confirm = 'mutation ($code: String!) { confirmTotp(code: $code) }';
  const codes: string[] = (await run(first, confirm, { code: codeOf(secret, -1) })).confirmTotp;
  const signedIn = await post('/api/auth', { ...owner, totp: codeOf(secret, 1) });
  const wrong = await post('/api/auth', { ...owner, totp: codes[1]!.replace(/.$/, '0') });
  const recovered = await post('/api/auth', { ...owner, totp: codes[0]! });
  assert.deepEqual([signedIn.status, wrong.status, recovered.status], [200, 401, 200]);
  const { token } = recovered.body;

  const createKey = 'mutation ($i: CreateApiKeyInput!) { createApiKey(input: $i) { key apiKey { _id } } }';
  const made = (await run(token, createKey, { i: { name: 'Leitstelle', scopes: ['finish_event'] } })).createApiKey;
  const createHook = 'mutation ($i: CreateWebhookInput!) { createWebhook(input: $i) { secret webhook { _id } } }';
  const hook = (
    await run(token, createHook, { i: { name: 'Leitstelle', url: receiver.url, eventTypes: ['event.finished'] } })
  ).createWebhook;
  const rotate = 'mutation ($id: ID!) { rotateWebhookSecret(id: $id) { secret } }';
  const rotated = (await run(token, rotate, { id: String(hook.webhook._id) })).rotateWebhookSecret.secret;
  const event = (await run(token, 'mutation { createEvent(input: { name: "Probe", isRunning: true }) { _id } }'))
    .createEvent;
  await run(made.key, `mutation { finishEvent(id: ${event._id}) { _id } }`);
  const told = await receiver.wait(({ body }) => body.includes('event.finished'));
  assert.ok(isSigned(told, hook.secret) && isSigned(told, rotated));
  assert.equal(
    (await post('/api/graphql/', { query: '{ events { totalCount } }' }, `${made.key.slice(0, -1)}!`)).status,
    401,
  );

  const channel = 'mutation ($i: CreateChannelInput!) { createChannel(input: $i) { _id } }';
  const types = await run(token, '{ channelTypes { edges { node { id identifier } } } }');
  const email = types.channelTypes.edges.find(
    (edge: { node: { identifier: string } }) => edge.node.identifier === 'email',
  );
  const settings = { host: 'mail.example.org', from: 'alarm@example.org', user: 'u', password: 'planted-mail-4711' };
  await run(token, channel, { i: { name: 'Mail', channelType: email.node.id, settings, isActive: false } });
  const bytes = (whsec: string) => Buffer.from(whsec.slice('whsec_'.length), 'base64').toString('hex');
  return {
    token,
    secrets: {
      password: owner.password,
      channel: settings.password,
      'second factor': secret,
      'API key': made.key,
      'half an API key': made.key.slice(12),
      'webhook secret': hook.secret,
      'new webhook secret': rotated,
      'webhook secret without prefix': hook.secret.slice(6),
      'webhook bytes': bytes(rotated),
      ...Object.fromEntries(codes.map((code, at) => [`recovery code ${at}`, code])),
      ...Object.fromEntries(codes.map((code, at) => [`plain recovery code ${at}`, code.replaceAll('-', '')])),
      'bearer token': token,
      signature: token.split('.')[2]!,
    },
  };
}

test('no secret is in the database, the logs or later answers', async () => {
  const { token, secrets } = await plant();
  const answers = await run(
    token,
    `{ currentUser { _id totpEnabled recoveryCodesLeft sessions { id userAgent } }
      users { edges { node { email totpEnabled sessions { id userAgent } } } }
      apiKeys { edges { node { name prefix scopes effectiveScopes } } }
      webhooks { edges { node { name url previousSecretUntil lastDelivery { key data response } } } }
      webhookDeliveries(webhook: 1) { edges { node { key data response error } } }
      channels { edges { node { name settings secretsSet } } }
      auditEntries(first: 100) { edges { node { label before after } } }
      systemSettings { edges { node { valueKey valueStr } } } }`,
  );
  const headers = { authorization: `Bearer ${token}` };
  const exports = ['audit_entries.csv', 'users.csv', 'channels.csv', 'api_keys', 'webhooks', 'users', 'channels'];
  const texts = await Promise.all(
    exports.map(async (name) => {
      const response = await fetch(`${url}/api/v2/${name}`, { headers });
      assert.equal(response.status, 200, name);
      return response.text();
    }),
  );
  const whole = await dump();
  for (const expected of ['user_totp', 'api_keys', 'webhooks', 'pgboss.job', owner.email, receiver.url])
    assert.ok(whole.includes(expected));
  assert.match(logged, /"event":"totp_on"/);
  refuseSecrets('an answer', JSON.stringify(answers) + texts.join('\n'), secrets);
  refuseSecrets('the database', whole, secrets);
  refuseSecrets('the log', logged, secrets);
});
