import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { wakeSteps } from '#server/alerting/recipients/step-wakes.ts';
import { deliveryKey } from '#server/channels/rendering/key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { type Dialled, type Traffic, watchDialled } from '#testing/dialled.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { tell } from '#testing/fakes/gateway.ts';
import { type ImapServer, startImapServer } from '#testing/fakes/imap-server.ts';
import { type ProviderFixture, providerFixtures } from '#testing/fixtures.ts';
import { createDraft, passSeconds } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import type { Outgoing, Values } from './channel.ts';
import { adapters } from './registry.ts';

// Every provider has an active channel that works, as the first test shows; exercises then send nothing over it.
let server: TestServer;
let db: Db;
let manager: TestClient;
let administrator: TestClient;
let releaser: TestClient;
let dialled: Dialled;
let imap: ImapServer;
const { fixtures, start, stop } = providerFixtures(() => server.app);
const providers = [...adapters].filter(([identifier]) => identifier !== 'exercise');
const channels = new Map<string, { id: number; callbackUrl: string; settings: Values }>();
let telegramData: number;
before(async () => {
  dialled = watchDialled();
  server = await startTestServer({ WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' });
  await start();
  imap = await startImapServer();
  db = server.app.db;
  await db.updateTable('channelTypes').set({ isActive: true, requiresRelease: false }).execute();
  manager = await server.as('crisis_manager', 'editor');
  [administrator, releaser] = await Promise.all([server.as('administrator'), server.as('crisis_manager')]);
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
  const { createPersonDataType } = await administrator.run(
    'mutation { createPersonDataType(input: { name: "Telegram", fieldType: "telegram" }) { _id } }',
  );
  telegramData = createPersonDataType._id;
  for (const [provider, { type }] of providers) await setUp(provider, type);
});
after(async () => {
  dialled.stop();
  await server.stop();
  await stop();
  await imap.stop();
});

/** The mailbox from which a mail channel reads. */
const mailbox = () => ({
  imapHost: '127.0.0.1',
  imapPort: imap.port,
  imapSecure: 'none',
  imapUser: imap.user,
  imapPassword: imap.password,
  answerAddress: 'antwort@example.org',
});

async function setUp(provider: string, type: string): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from channel_types where identifier = ${type}`.execute(db);
  const settings = { ...fixtures[provider]!.settings(), ...(provider === 'smtp' ? mailbox() : {}) };
  const { createChannel } = await administrator.run(
    'mutation ($input: CreateChannelInput!) { createChannel(input: $input) { _id callbackUrl } }',
    { input: { name: provider, channelType: String(rows[0]!.id), settings: { provider, ...settings } } },
  );
  channels.set(provider, { id: createChannel._id, callbackUrl: createChannel.callbackUrl, settings });
}

const chats = 88_000;
let numbers = 0;
/** Creates a person with every kind of address. */
async function somebody(email?: null): Promise<number> {
  const mobile = `+4915199${String(++numbers).padStart(6, '0')}`;
  const { id } = await createPerson(db, { mobile, ...(email === null ? { email } : {}) });
  await db
    .insertInto('personData')
    .values({ personId: id, keyFieldId: telegramData, valueStr: String(chats + numbers) })
    .execute();
  await fixtures['webpush']!.prepare!([id]);
  return id;
}

/** Sends a real message over one channel, to prove that it works. */
async function reallySent(provider: string, fixture: ProviderFixture): Promise<void> {
  const { id: channelId } = channels.get(provider)!;
  const address = fixture.address ?? ((n: number) => `echt${n}.${provider}@example.org`);
  const { recipients, messageId } = await createRecipients(db, { count: 1, channelId, address, delayed: true });
  const [{ id, personId, targetAddress: to }] = recipients as [(typeof recipients)[0]];
  await fixture.prepare?.([personId]);
  if (fixture.entered) {
    const feedValues = JSON.stringify(fixture.entered);
    await db.updateTable('messages').set({ feedValues }).where('id', '=', messageId).execute();
  }
  await sql`update message_recipients set try_at = now() where id = ${id}`.execute(db);
  await publish(db, { work: true });
  const outgoing = { recipientId: id, to, key: deliveryKey(server.app.secrets, id, 1) } as Outgoing;
  await until(async () => (await fixture.arrived(outgoing)) === 1);
}

/** Providers with connections; SIP calls are datagrams, so the telephones are checked. */
const connected = providers.filter(([identifier]) => identifier !== 'voice-sip');

const portOf = (settings: Values): number | null => {
  const [, inText] = /127\.0\.0\.1:(\d+)/.exec(JSON.stringify(settings)) ?? [];
  return inText ? Number(inText) : typeof settings['port'] === 'number' ? settings['port'] : null;
};

/** Traffic to others than this server, its database and mailbox. */
function outside(): Map<number, Traffic> {
  const own = [server.url, server.app.config.DATABASE_URL].map((url) => Number(new URL(url!).port));
  return new Map([...dialled.traffic()].filter(([port]) => ![...own, imap.port].includes(port)));
}

/** Writes a mail and reads the mailbox; returns the later changes except read marks. */
async function mailRead(since: number): Promise<string[]> {
  const mail = imap.deliver('From: jemand@example.org\nSubject: Frage\nMessage-ID: <frage@example.org>\n\nWann?\n');
  await until(async () => mail.flags.has('\\Seen'));
  const doing = /^(uid )?(append|copy|create|delete|expunge|move|rename|store (?!\S+ \+flags\S* \(\\seen\)))/i;
  return imap.commands.slice(since).filter((command) => doing.test(command));
}

const published = async () => (await sql<{ n: number }>`select count(*) as n from publications`.execute(db)).rows[0]!.n;

/** Waits until nothing is in transit; planned steps come at once. */
const settled = (reportId?: number) =>
  until(async () => {
    if (reportId !== undefined) await passSeconds(db, reportId, 80);
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from message_recipients where report_id = coalesce(${reportId ?? null}::int, report_id)
        and status in ('pending', 'queued', 'sending', 'retrying')`.execute(db);
    return rows[0]!.n === 0;
  });

test('a real event reaches every configured provider', async () => {
  for (const [provider] of providers) await reallySent(provider, fixtures[provider]!);
  await settled();
  const reached = outside();
  for (const [provider] of connected) {
    const port = portOf(channels.get(provider)!.settings);
    if (port !== null) assert.ok(reached.get(port)!.bytes > 0, provider);
  }
  assert.ok((await published()) >= 2, 'feeds are no connections: they stand in the house for everybody to read');
  // new settings: idle connections close now and not later
  const { id, settings } = channels.get('smtp')!;
  await administrator.run('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }', {
    input: { id: String(id), settings: { provider: 'smtp', ...settings, maxConnections: 9 } },
  });
  const port = portOf(settings)!;
  await until(async () => outside().get(port)!.bytes > reached.get(port)!.bytes);
});

/** Sends a report on the channels of these providers to everyone. */
async function send(wanted: {
  event: number;
  type: string;
  over: readonly string[];
  people: number[];
  lists?: number[];
}) {
  const { event: eventId, type, over, people, lists = [] } = wanted;
  const { id: reportId } = await createReport(db, { eventId, type, title: `${type} nur zur Probe` });
  for (const provider of over) {
    const { id: channelId } = channels.get(provider)!;
    const isPost = adapters.get(provider)!.shape === 'post';
    const feedValues = fixtures[provider]!.entered;
    await createDraft(db, {
      ...{ reportId, channelId, requestAnswer: type === 'activation' && !isPost },
      ...(isPost ? {} : { people, lists }),
      ...(feedValues ? { feedValues: JSON.stringify(feedValues) } : {}),
    });
  }
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "practice-${reportId}") { _id } }`);
  return reportId;
}

interface Kept {
  message: number;
  recipient: number;
  person: number | null;
  channel: string;
  handedOver: boolean;
  status: string;
}

/** Returns the messages of a report in the exercise mailbox, with their channels. */
async function keptOf(reportId: number): Promise<Kept[]> {
  const { rows } = await sql<Kept>`
    select r.message_id as message, r.id as recipient, r.person_id as person, c.name as channel, m.handed_over, r.status
    from exercise_messages x join message_recipients r on r.id = x.recipient_id
    join messages m on m.id = r.message_id join channels c on c.id = m.channel_id
    where r.report_id = ${reportId} order by r.id`.execute(db);
  return rows;
}

const addressing = providers.flatMap(([provider, { shape }]) => (shape === 'post' ? [] : [provider]));
const all = providers.map(([provider]) => provider);
const names = (kept: readonly Kept[]) => new Set(kept.map(({ channel }) => channel));

/** A stop limit that can't be met: all decline on every channel, and the sender is notified. */
async function missLimit({ id: event, name }: { id: number; name: string }): Promise<void> {
  const members = [await somebody(), await somebody()];
  const group = await createGroup(db, { members });
  const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
  const report = await send({ event, type: 'activation', over: addressing, people: [], lists: [list.id] });
  const rowOf = (person: number) =>
    until(async () => (await keptOf(report)).find((kept) => kept.person === person)?.recipient);
  for (const person of members) {
    await manager.run(`mutation { recordAnswer(recipient: ${await rowOf(person)}, option: "2") { id } }`);
  }
  const missed = () =>
    db
      .selectFrom('exerciseMessages')
      .select('subject')
      .where('userId', '=', manager.userId!)
      .where('recipientId', 'is', null)
      .where('subject', 'like', `%${name}: Zu wenige Zusagen`)
      .executeTakeFirst();
  assert.match((await until(missed)).subject!, /^ÜBUNG – /);
}

/** Causes everything that can happen to messages of this mode. */
async function practise(mode: 'EXERCISE' | 'TEST'): Promise<void> {
  const people = [await somebody(), await somebody()];
  const made = await createEvent(db, { mode, name: `Probe ${mode}` });
  const event = made.id;
  // an alarm in steps, over all channels with addresses
  const alarm = await send({ event, type: 'activation', over: addressing, people });
  await settled(alarm);
  const kept = await keptOf(alarm);
  assert.deepEqual(names(kept), new Set(addressing), 'each stays in the house instead');
  // what failed is sent once more
  const [lost] = kept as [Kept];
  await sql`update message_recipients set status = 'failed' where id = ${lost.recipient}`.execute(db);
  await manager.run(`mutation { retryFailedRecipients(message: ${lost.message}, launchKey: "${mode}-again") { _id } }`);
  await settled(alarm);
  assert.equal((await keptOf(alarm)).length, kept.length + 1);
  // a person without the address falls back, at the launch and later
  const addressless = await somebody(null);
  const handed = await send({ event, type: 'activation', over: ['smtp'], people: [addressless, people[0]!] });
  await settled(handed);
  const before = await keptOf(handed);
  const [own] = before.filter(({ person }) => person === people[0]);
  assert.ok(before.some(({ person, handedOver }) => person === addressless && handedOver));
  await db.transaction().execute(async (tx) => {
    await sql`update message_recipients set status = 'failed' where id = ${own!.recipient}`.execute(tx);
    await wakeSteps(tx, [{ id: own!.recipient, status: 'failed' }]);
    await publish(tx, { work: true });
  });
  await until(async () => (await keptOf(handed)).some(({ person, handedOver }) => person === people[0] && handedOver));
  await settled(handed);
  await missLimit(made);
  // the channel still reports and people still reply
  const { callbackUrl, settings } = channels.get('sms-gateway')!;
  const told = [
    { kind: 'receipt', id: 'nobody knows', state: 'DELIVRD' },
    { kind: 'reply', id: `${mode}-reply`, from: `+4915199${String(numbers).padStart(6, '0')}`, text: '1' },
  ] as const;
  assert.equal((await tell(callbackUrl, told, String(settings['secret']))).status, 200);
  // a communication on every channel, released by another user
  const communication = await send({ event, type: 'press_release', over: all, people });
  const { rows: waiting } = await sql<{ id: number; status: string }>`
    select id, status from messages where report_id = ${communication}`.execute(db);
  for (const { id, status } of waiting) {
    assert.equal(status, 'pending_approval');
    await releaser.run(`mutation { releaseMessage(id: ${id}) { id } }`);
  }
  await settled(communication);
  assert.deepEqual(names(await keptOf(communication)), new Set(all));
  // the all-clear, and the end of it
  await settled(await send({ event, type: 'all_clear', over: all, people }));
  await manager.run(`mutation { finishEvent(id: ${event}) { id } }`);
}

for (const mode of ['EXERCISE', 'TEST'] as const) {
  test(`nothing of an event of mode ${mode} goes out over any provider`, async () => {
    await nothingGoesOut(() => practise(mode));
  });
}

const troubleOf = async (identifier: string) => {
  const { rows } = await sql<{ trouble: string | null }>`
    select c.trouble from channels c join channel_types t on t.id = c.channel_type_id
    where c.name = ${identifier} or t.identifier = ${identifier}`.execute(db);
  return rows[0]!.trouble;
};

const wasHandedOver = (reportId: number) => async () =>
  (await sql`select 1 from messages where report_id = ${reportId} and handed_over`.execute(db)).rows.length > 0;

test('nothing goes out during channel trouble with fallbacks of real alarms and exercises', async () => {
  const { id, settings } = channels.get('smtp')!;
  await administrator.run('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { id } }', {
    input: { id: String(id), settings: { provider: 'smtp', ...settings, user: 'alarm', password: 'wrong' } },
  });
  const { id: event } = await createEvent(db);
  const tried = async (reportId: number) => {
    const { rows } = await sql<{ status: string }>`
      select status from message_recipients where report_id = ${reportId} and status not in ('queued', 'sending')`.execute(
      db,
    );
    return rows[0]?.status;
  };
  const real = await until(async () => {
    const id = await send({ event, type: 'activation', over: ['smtp'], people: [await somebody()] });
    return (await until(() => tried(id))) !== 'sent' && id; // until the new settings are noticed
  });
  await until(wasHandedOver(real));
  assert.equal(await troubleOf('smtp'), 'channel_credentials');
  await manager.run(`mutation { finishEvent(id: ${event}) { id } }`); // nothing real waits for the channel any more
  await settled();
  await nothingGoesOut(async () => {
    await sql`
      create function test_refuse() returns trigger language plpgsql as $$ begin raise 'full'; end $$;
      create trigger test_refuse before insert on exercise_messages execute function test_refuse()`.execute(db);
    const people: number[] = [];
    while (people.length < 12) people.push(await somebody());
    const { id: practice } = await createEvent(db, { mode: 'EXERCISE' });
    const alarm = await send({ event: practice, type: 'activation', over: ['smtp'], people });
    await until(wasHandedOver(alarm));
    assert.equal(await troubleOf('exercise'), 'channel_unreachable', 'the channel of all exercises');
    await sql`drop trigger test_refuse on exercise_messages`.execute(db);
    await settled(alarm);
    const kept = await keptOf(alarm);
    assert.ok(names(kept).has('smtp') && kept.some(({ handedOver }) => handedOver));
    assert.deepEqual(new Set(kept.map(({ person }) => person)), new Set(people));
  });
  assert.equal(await troubleOf('smtp'), 'channel_credentials');
});

/** Returns the number of SIP calls. */
async function rung(): Promise<number> {
  let calls = 0;
  for (let number = 1; number <= numbers; number++) {
    const to = `+4915199${String(number).padStart(6, '0')}`;
    calls += await fixtures['voice-sip']!.arrived({ key: '', to } as Outgoing);
  }
  return calls;
}

/** Returns the number of messages of the bot. */
async function toldByBot(): Promise<number> {
  let told = 0;
  for (let chat = chats + 1; chat <= chats + numbers; chat++)
    told += await fixtures['telegram']!.arrived({ key: '', to: String(chat) } as Outgoing);
  return told;
}

async function nothingGoesOut(work: () => Promise<void>): Promise<void> {
  const [told, calls] = [await toldByBot(), await rung()];
  const [before, posts, commands] = [outside(), await published(), imap.commands.length];
  await work();
  const after = outside();
  // a bot polls all the time; its sent messages are checked instead
  const bot = portOf(channels.get('telegram')!.settings)!;
  for (const traffic of [before, after]) traffic.delete(bot);
  assert.equal(await toldByBot(), told, 'telegram');
  assert.equal(await rung(), calls, 'calls over SIP');
  for (const [provider] of connected) {
    const port = portOf(channels.get(provider)!.settings);
    if (port !== null) assert.deepEqual(after.get(port), before.get(port), provider);
  }
  assert.deepEqual(after, before, 'nor anywhere else');
  assert.equal(await published(), posts, 'nor into a feed');
  assert.deepEqual(await mailRead(commands), [], 'nor into the mailbox that replies are read from');
}
