import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { type Gateway, startGateway } from '#testing/fakes/gateway.ts';
import { type MailServer, startMailServer } from '#testing/fakes/mail-server.ts';
import { createDraft, passMinutes, passSeconds, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createSmsChannel, type SmsChannel } from '#testing/sms-channel.ts';
import { until } from '#testing/until.ts';

// the whole program; a mail server and an SMS gateway record departures
let server: TestServer;
let db: Db;
let manager: TestClient;
let mails: MailServer;
let texts: Gateway;
let mail: number;
let sms: SmsChannel;
/** Addresses the mail server takes nothing for at the moment. */
const deferred = new Set<string>();
const left: { at: string; kind: 'alarm' | 'all-clear' | 'mark'; what: string }[] = [];
/** The names of people by their addresses. */
const names = new Map<string, string>();

before(async () => {
  server = await startTestServer();
  db = server.app.db;
  [mails, texts] = await Promise.all([startMailServer(), startGateway()]);
  const kindOf = (raw: string) => {
    const text = raw.replace(/=\r\n/g, ''); // lines that quoted-printable broke
    return /entwarnung/i.test(text) ? 'all-clear' : /marke/i.test(text) ? 'mark' : 'alarm';
  };
  const note = (channel: string, to: string, text: string) =>
    left.push({ at: new Date().toISOString(), kind: kindOf(text), what: `${channel} ${names.get(to) ?? to}` });
  mails.mood.refuses = (verb, rest) =>
    verb === 'RCPT' && [...deferred].some((address) => rest.includes(address)) ? '451 4.3.0 Try again later' : null;
  mails.mood.fate = ({ to, raw }) => {
    note('mail', to, raw);
    return null;
  };
  texts.before = async ({ to, text }) => void note('sms', to, text);
  mail = await createMailChannel(db, mails.port, { maxConnections: 4 });
  sms = await createSmsChannel(server, texts);
  manager = await server.as('crisis_manager');
});
after(async () => {
  await server.stop();
  await Promise.all([mails.stop(), texts.stop()]);
});

let count = 0;

async function people(size: number) {
  const made: { id: number; email: string }[] = [];
  for (let at = 1; at <= size; at++) {
    const n = ++count;
    const [email, mobile] = [`departure${n}@example.org`, `+4915172${String(n).padStart(6, '0')}`];
    const { id } = await createPerson(db, { email, mobile });
    for (const address of [email, mobile]) names.set(address, `person ${at}`);
    made.push({ id, email });
  }
  return made;
}

const send = (report: number) =>
  manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report),
    key: `departure-${report}`,
  });

const hasLeft = (...wanted: string[]) =>
  until(async () => wanted.every((one) => left.some(({ what }) => what === one)));

/** Counts recorded hand-overs. */
async function handedOver(report: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from message_recipients where report_id = ${report} and status = 'sent'`.execute(db);
  return rows[0]!.n;
}

/** Departures by kind in order, and people by name. */
function departures(): [string, string[]][] {
  const found: [string, string[]][] = [];
  for (const { kind, what } of left) {
    if (found.at(-1)?.[0] !== kind) found.push([kind, []]);
    found.at(-1)![1].push(what);
  }
  return found.map(([kind, whats]) => [kind, whats.sort()]);
}

/** Makes everything of an alarm due. */
async function passHour(report: number): Promise<void> {
  await sql`update message_recipients set try_at = try_at - interval '1 hour' where report_id = ${report}`.execute(db);
  await sql`update follow_up_watches set due_at = clock_timestamp() where due_at < 'infinity'`.execute(db);
  await passMinutes(db, report, 60);
  await settle(server.app);
}

interface Alarm {
  report: number;
  asked: { id: number; email: string }[];
}

interface Scene {
  name: string;
  /** Until the all-clear is drafted; the first mail is deferred. */
  drafted: (alarm: Alarm) => Promise<unknown>;
  /** Between the draft and its launch. */
  launched?: (alarm: Alarm) => Promise<unknown>;
  alarm: string[];
  allClear: string[];
}

const scenes: Scene[] = [
  {
    name: 'while SMS, a retry and the next people still wait',
    drafted: async ({ report }) => {
      await hasLeft('mail person 2', 'mail person 3', 'sms person 1');
      await passSeconds(db, report, -1800); // the other SMS don't become due, however slow the machine is
    },
    alarm: ['mail person 2', 'mail person 3', 'sms person 1'],
    allClear: ['mail person 2', 'mail person 3', 'sms person 1'],
  },
  {
    name: 'that is drafted before the SMS and sent after them',
    drafted: () => hasLeft('mail person 2', 'mail person 3'),
    launched: async ({ report }) => {
      await passSeconds(db, report, 60);
      await hasLeft('sms person 1', 'sms person 2', 'sms person 3');
    },
    alarm: ['mail person 2', 'mail person 3', 'sms person 1', 'sms person 2', 'sms person 3'],
    allClear: ['mail person 2', 'mail person 3', 'sms person 1', 'sms person 2', 'sms person 3'],
  },
  {
    name: 'after the SMS, while the next person is asked for one who does not come',
    drafted: async ({ report, asked }) => {
      await hasLeft('mail person 2', 'mail person 3');
      await passSeconds(db, report, 60);
      await hasLeft('sms person 1', 'sms person 2', 'sms person 3');
      const { rows } = await sql<{ id: number }>`
        select id from message_recipients where report_id = ${report} and person_id = ${asked[1]!.id} limit 1`.execute(
        db,
      );
      await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "2") { id } }', {
        id: String(rows[0]!.id),
      });
      await hasLeft('mail person 4');
    },
    alarm: ['mail person 2', 'mail person 3', 'mail person 4', 'sms person 1', 'sms person 2', 'sms person 3'],
    allClear: ['mail person 2', 'mail person 3', 'mail person 4', 'sms person 1', 'sms person 2', 'sms person 3'],
  },
];

for (const scene of scenes)
  test(`an all-clear ${scene.name} is the last message of an alarm`, async (t) => {
    left.length = 0;
    const all = await people(9);
    deferred.add(all[0]!.email);
    const group = await createGroup(db, { members: all.map(({ id }) => id) });
    const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 3 }] });
    const { id: event } = await createEvent(db);
    const { id: report } = await createReport(db, { eventId: event });
    for (const channelId of [mail, sms.id])
      await createDraft(db, { reportId: report, channelId, lists: [list.id], requestAnswer: true });
    await send(report);
    await scene.drafted({ report, asked: all });
    const isRecorded = async () => (await handedOver(report)) === left.length;
    await until(isRecorded);
    const { createAllClear } = await manager.run('mutation ($id: ID!) { createAllClear(event: $id) { _id } }', {
      id: String(event),
    });
    await scene.launched?.({ report, asked: all });
    await until(isRecorded);
    await send(createAllClear._id);
    const isTold = async () => left.filter(({ kind }) => kind === 'all-clear').length >= scene.allClear.length;
    await until(isTold).catch(() => assert.fail(`only this has left: ${JSON.stringify(departures())}`));

    // only another alarm leaves during two hours
    deferred.clear();
    for (const which of ['mail', 'sms'] as const) {
      await passHour(report);
      const [one] = await people(1);
      const { id: mark } = await createReport(db);
      const text = { title: 'Marke', content: 'Marke' };
      await createDraft(db, {
        ...text,
        reportId: mark,
        channelId: which === 'mail' ? mail : sms.id,
        people: [one!.id],
      });
      await send(mark);
      await until(async () => left.some(({ kind, what }) => kind === 'mark' && what.startsWith(which)));
    }
    for (const { at, kind, what } of left) t.diagnostic(`${at.slice(11, 23)} ${kind}: ${what}`);
    assert.deepEqual(departures(), [
      ['alarm', scene.alarm],
      ['all-clear', scene.allClear],
      ['mark', ['mail person 1', 'sms person 1']],
    ]);
  });
