import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import { openSession } from '#server/accounts/sessions.ts';
import { withClient } from '#server/platform/connection/client.ts';
import { findPostmaster } from '#server/platform/database/embedded-postmaster.ts';
import { createMailChannel, createRecipients } from '#testing/deliveries.ts';
import { createEvent, createPerson, createReport, createUser } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { programFile } from '#testing/program.ts';
import { createClient, startTestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';
import { createBackup } from '../backup/create-backup.ts';

const passphrase = 'vier Zebras grasen im Nebel';
const secret = 'a secret key that only tests know'; // that of the test servers
const count = 30;

let main: string;
let dir: string;
let backup: string;
let newer: string;
let unsealed: string;
/** The mail servers of the first place and of the copy. */
let sinks: Sink[];
let printed: string;
let owner: { id: number; token: string };
let report: number;
const running = new Set<ChildProcess>();

before(async () => {
  main = await programFile();
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-copy-'));
  await writeFile(path.join(dir, 'passphrase'), `${passphrase}\n`);
  sinks = [await startSink(), await startSink()];
  const original = await startTestServer({ ROLES: 'web' });
  const { db } = original.app;
  const { id } = await createUser(db, { roles: ['system_owner', 'crisis_manager'] });
  owner = { id, token: await openSession(original.app, id, { userAgent: 'test' }) };
  const client = createClient(original.url, id, owner.token);
  printed = (await client.run('mutation { createReleaseCode { code } }')).createReleaseCode.code;
  const [first, second] = await Promise.all(sinks.map(({ port }) => createMailChannel(db, port)));
  await sql`
    update channels set is_active = (id = ${first!}), used_at = case id
      when ${first!} then 'first' when ${second!} then 'second' else 'everywhere' end`.execute(db);
  const people = await Promise.all(Array.from({ length: count }, () => createPerson(db)));
  report = (await createReport(db, { eventId: (await createEvent(db)).id })).id;
  await createDraft(db, { reportId: report, channelId: second!, people: people.map((person) => person.id) });
  await createRecipients(db, { count: 3, channelId: first!, lane: 'alarm', address: (n) => `waits${n}@example.org` });
  await sql`update installation set timeline = '00000001', released_timeline = '00000001'`.execute(db);
  const save = async (name: string, protection: { passphrase: string } | null) => {
    const file = path.join(dir, name);
    await withClient(original.app.config.DATABASE_URL!, (connection) =>
      createBackup(connection, { file, protection, key: null }),
    );
    return file;
  };
  backup = await save('meldekette.backup', { passphrase });
  newer = await save('newer.backup', { passphrase });
  unsealed = await save('unsealed.backup', null);
  await original.stop();
});
after(async () => {
  for (const child of running) child.kill('SIGKILL');
  const postmaster = await findPostmaster(path.join(dir, 'laptop', 'database', 'pgdata'));
  if (postmaster) process.kill(postmaster.pid, 'SIGINT');
  for (const sink of sinks ?? []) await sink.stop();
  await rm(dir, { recursive: true, force: true });
});

/** Runs `npm start -- --from FILE` on the laptop, or `npm start`. */
function start(file: string | null, env: Record<string, string> = {}) {
  const copying = file === null ? [] : ['--from', file, '--passphrase-file', path.join(dir, 'passphrase')];
  const program = spawn(process.execPath, [main, ...copying], {
    env: {
      ...process.env,
      DATABASE_URL: '',
      DATA_DIR: path.join(dir, 'laptop'),
      SECRET_KEY: secret,
      PORT: '0',
      ROLES: 'web,worker',
      LOCAL_CHANNELS: '1',
      LOG_LEVEL: 'warn',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(program);
  let said = '';
  for (const stream of [program.stdout, program.stderr]) stream.on('data', (text) => (said += text));
  const ended = new Promise<number | NodeJS.Signals | null>((resolve) => {
    program.once('close', (code, signal) => {
      running.delete(program);
      resolve(code ?? signal);
    });
  });
  const prints = (words: RegExp) =>
    until(() => {
      const found = words.exec(said);
      if (!found) assert.ok(running.has(program), said);
      return found?.at(-1);
    }, 120_000);
  return { program, ended, prints, said: () => said };
}

const page = /State and release: +(\S+)\s/;
const address = /is running: +(\S+)\s/;

async function refuses(expected: RegExp, file: string | null, env: Record<string, string> = {}): Promise<void> {
  const { ended, said } = start(file, env);
  assert.equal(await ended, 2, said());
  assert.match(said(), expected);
}

const arrived = async (sink: number) => (await sinks[sink]!.ledger()).map(({ to }) => to);

test('refuses files and folders that are no sealed backup or have another installation', async () => {
  const other = { DATA_DIR: path.join(dir, 'other') };
  await writeFile(path.join(dir, 'list.csv'), 'Vorname;Nachname\n'.repeat(100));
  await refuses(/no backup of Meldekette/, path.join(dir, 'list.csv'), other);
  await refuses(/can't be read \(ENOENT\)/, path.join(dir, 'absent.backup'), other);
  await refuses(/Start it without DATABASE_URL/, backup, { ...other, DATABASE_URL: 'postgres://localhost/meldekette' });
  await refuses(/is not encrypted/, unsealed);
  await refuses(/not the one of the backup/, backup, { SECRET_KEY: 'a key of another installation, wrong' });
  // it would make an empty installation, which the next start would take for the copy
  await refuses(/emergency copy that isn't restored yet/, null);
});

test('restores once, sends nothing until the release, then alarms over its own channels', async () => {
  const killed = start(backup);
  await killed.prints(/: \d+ (rows)/); // in the middle of the restore
  killed.program.kill('SIGKILL');
  await killed.ended;

  const waiting = start(backup);
  const url = await waiting.prints(page);
  assert.match(await (await fetch(`${url}/?lang=de`)).text(), /<h1>Notfallkopie<\/h1>[\s\S]*sendet nichts/);
  const state = await fetch(`${url}/readyz`);
  assert.deepEqual([state.status, ((await state.json()) as { sending: string }).sending], [503, 'nothing']);
  waiting.program.kill('SIGTERM');
  assert.equal(await waiting.ended, 0, waiting.said());
  await refuses(/another backup, made at[\s\S]*Name an empty folder/, newer);
  assert.deepEqual([await arrived(0), await arrived(1)], [[], []]);

  const copy = start(backup);
  const form = { way: 'code', code: printed, name: 'Nora Beispiel', confirmed: '1', discard: 'none' };
  const release = async (fields: Record<string, string>) =>
    (await fetch(`${await copy.prints(page)}/release`, { method: 'POST', body: new URLSearchParams(fields) })).status;
  assert.equal(await release({ ...form, code: 'WRONG-WRONG-WRONG-WRONG' }), 403);
  assert.equal(await release(form), 202);
  const app = createClient((await copy.prints(address))!, owner.id, owner.token);
  const send = 'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }';
  const variables = { id: String(report), key: 'from the copy' };
  await app.run(send, variables);
  await until(async () => (await arrived(1)).length > 0);
  copy.program.kill('SIGKILL');
  await copy.ended;

  const again = start(backup);
  const second = createClient((await again.prints(address))!, owner.id, owner.token);
  assert.doesNotMatch(again.said(), page, 'a released copy goes on');
  await second.run(send, variables);
  const { message } = await until(async () => {
    const { report: read } = await second.run(
      `query ($id: ID!) { report(id: $id) { messages { edges { node { status recipients: messageRecipients(first: 100) {
        edges { node { status maybeDuplicate targetAddress } } } } } } } }`,
      { id: String(report) },
    );
    const node = read.messages.edges[0].node;
    return node.status === 'sent' && { message: node };
  });
  const recipients: { targetAddress: string; maybeDuplicate: boolean }[] = message.recipients.edges.map(
    (edge: { node: object }) => edge.node,
  );
  assert.equal(recipients.length, count);
  const mails = await arrived(1);
  for (const { targetAddress, maybeDuplicate } of recipients) {
    const times = mails.filter((to) => to === targetAddress).length;
    assert.ok(times === 1 || (times === 2 && maybeDuplicate), `${targetAddress} got ${times}`);
  }
  assert.deepEqual(await arrived(0), [], 'nothing leaves by the routes of the first place');
  again.program.kill('SIGTERM');
  assert.equal(await again.ended, 0, again.said());
});
