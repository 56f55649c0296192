// Measures an alarm to 100 people over a channel with a half-dead server and a good mail server as the other channel: node
// bench/half-dead.ts [people] [--only smtp] [--kind silent] [--json]. Reports the time until the last person has it, and until the failure is
// displayed.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { addDevice } from '#server/channels/devices/devices.ts';
import { pushKeys } from '#server/channels/webpush/keys.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createPerson, createReport, idByIdentifier } from '#testing/factories.ts';
import { type HalfDeadKind, type Protocol, startHalfDead } from '#testing/fakes/half-dead.ts';
import { startPushService } from '#testing/fakes/push-service.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer } from '#testing/server.ts';
import { startSink } from '../faults/sink.ts';
import { print, row } from './row.ts';

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean' }, only: { type: 'string', default: '' }, kind: { type: 'string', default: '' } },
  allowPositionals: true,
});
const count = Number(positionals[0] ?? 100);
const longest = 120_000;

interface Way {
  protocol: Protocol;
  type: string;
  kinds: readonly HalfDeadKind[];
  settings(port: number, kind: HalfDeadKind): Record<string, unknown>;
}

const origin = (port: number) => `http://127.0.0.1:${port}`;
const calling: readonly HalfDeadKind[] = ['silent', 'resets', 'drips', 'cuts its reply', 'refuses for now'];
const dripPause = 10_000;
const ways: Record<string, Way> = {
  smtp: {
    protocol: 'smtp',
    type: 'email',
    kinds: [
      'silent',
      'stops at EHLO',
      'stops at MAIL',
      'stops at RCPT',
      'stops at DATA',
      'resets',
      'drips',
      'no TLS',
      'half TLS',
      'cuts its reply',
      'refuses for now',
    ],
    settings: (port, kind) => ({
      ...{ provider: 'smtp', host: '127.0.0.1', port, from: 'alarm@example.org' },
      secure: kind === 'half TLS' ? 'tls' : kind === 'no TLS' ? 'starttls' : 'none',
    }),
  },
  smpp: {
    protocol: 'smpp',
    type: 'sms',
    kinds: [
      'silent',
      'stops at MAIL',
      'stops at DATA',
      'resets',
      'drips',
      'no TLS',
      'half TLS',
      'cuts its reply',
      'refuses for now',
      'answers another',
    ],
    settings: (port, kind) => ({
      ...{ provider: 'smpp', hosts: `127.0.0.1:${port}`, systemId: 'meldekette', password: 'geheim' },
      secure: / TLS$/.test(kind) ? 'tls' : 'none',
    }),
  },
  gateway: {
    protocol: 'http',
    type: 'sms',
    kinds: [...calling, 'no TLS', 'half TLS'],
    settings: (port, kind) => ({
      ...{ provider: 'sms-http', bodyKind: 'json', body: '{"to":"{to}","text":"{text}"}', ownNetwork: true },
      url: / TLS$/.test(kind) ? `https://127.0.0.1:${port}` : origin(port),
    }),
  },
  push: {
    protocol: 'http',
    type: 'webpush',
    kinds: calling,
    settings: (port) => ({ provider: 'webpush', contact: 'stab@example.org', services: origin(port) }),
  },
  mailbox: {
    protocol: 'imap',
    type: 'email',
    kinds: [
      'silent',
      'stops at EHLO',
      'stops at MAIL',
      'stops at DATA',
      'resets',
      'drips',
      'no TLS',
      'half TLS',
      'cuts its reply',
      'refuses for now',
    ],
    settings: (port, kind) => ({
      ...{ provider: 'smtp', host: '127.0.0.1', port: sink.port, from: 'alarm@example.org', secure: 'none' },
      ...{ imapHost: '127.0.0.1', imapPort: port, imapUser: 'antwort', imapPassword: 'geheim' },
      ...{ answerAddress: 'antwort@example.org', imapSecure: / TLS$/.test(kind) ? 'tls' : 'none' },
    }),
  },
  chat: {
    protocol: 'http',
    type: 'chat',
    kinds: calling,
    settings: (port) => ({ provider: 'telegram', botToken: '123456:AAgeheim', url: origin(port), ownNetwork: true }),
  },
};

const server = await startTestServer({ LOCAL_CHANNELS: '1' });
const { db } = server.app;
const sink = await startSink();
await createMailChannel(db, sink.port);
const chatField = await db
  .insertInto('personDataTypes')
  .values({ identifier: 'telegram', name: 'Telegram', fieldType: 'telegram', sortOrder: 900 })
  .returning('id')
  .executeTakeFirstOrThrow();
const keys = await startPushService(); // only creates browsers' keys
const administrator = await server.as('administrator');
const manager = await server.as('crisis_manager');
let numbers = 0;

async function peopleOf(port: number): Promise<{ ids: number[]; mails: Set<string> }> {
  const [ids, mails] = [[] as number[], new Set<string>()];
  const { publicKey } = await pushKeys(server.app);
  for (let n = 0; n < count; n++) {
    const number = ++numbers;
    const email = `half-dead-${number}@example.org`;
    const { id } = await createPerson(db, { email, mobile: `+49151${String(number).padStart(7, '0')}` });
    await db
      .insertInto('personData')
      .values({ personId: id, keyFieldId: chatField.id, valueStr: String(100_000 + number) })
      .execute();
    const { endpoint, ...device } = keys.subscribe(publicKey);
    const address = `${origin(port)}${new URL(endpoint).pathname}`;
    await addDevice(server.app, { personId: id }, { kind: 'webpush', address, keys: device, name: 'Browser' });
    ids.push(id);
    mails.add(email);
  }
  return { ids, mails };
}

async function measure(name: string, { protocol, type, settings }: Way, kind: HalfDeadKind): Promise<void> {
  const halfDead = await startHalfDead(protocol, kind, dripPause);
  const { ids, mails } = await peopleOf(halfDead.port);
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id } }',
    {
      input: {
        name: `${name} ${kind}`,
        channelType: String(await idByIdentifier(db, 'channelTypes', type)),
        settings: settings(halfDead.port, kind),
      },
    },
  );
  const channelId: number = createChannel._id;
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  await createDraft(db, { reportId, channelId, people: ids, requestAnswer: true });
  const started = performance.now();
  const since = () => (performance.now() - started) / 1000;
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "half-dead-${reportId}") { _id } }`);
  let shown: number | null = null;
  let copies = 0;
  let all: number | null = null;
  // a mailbox that is half dead delays no alarm, and its trouble may come later
  const isDone = () => all !== null && (shown !== null || protocol !== 'imap');
  for (let reached = 0; !isDone() && performance.now() - started < longest; await sleep(100)) {
    const taken = (await sink.ledger()).filter(({ to }) => mails.has(to));
    reached = new Set(taken.map(({ to }) => to)).size;
    copies = taken.length - reached;
    if (reached === count) all ??= since();
    const { trouble, hearingTrouble } = await db
      .selectFrom('channels')
      .select(['trouble', 'hearingTrouble'])
      .where('id', '=', channelId)
      .executeTakeFirstOrThrow();
    if (trouble || hearingTrouble) shown ??= since();
  }
  const must = { atMost: 20 };
  print([
    row({ name: `${name}, ${kind}: the last of ${count}`, value: all ?? 999, unit: 's', must }),
    row({ name: `${name}, ${kind}: trouble shown`, value: shown ?? 999, unit: 's', must }),
    ...(copies ? [row({ name: `${name}, ${kind}: copies`, value: copies, unit: 'mails', must: { atMost: 0 } })] : []),
  ]);
  await administrator.run(`mutation { updateChannel(input: { id: "${channelId}", isActive: false }) { id } }`);
  await db.updateTable('events').set({ isRunning: false }).execute();
  await halfDead.stop();
}

for (const [name, way] of Object.entries(ways)) {
  if (values.only && values.only !== name) continue;
  for (const kind of way.kinds)
    if (!values.kind || values.kind.split(',').includes(kind)) await measure(name, way, kind);
}
await Promise.all([server.stop(), sink.stop(), keys.stop()]);
