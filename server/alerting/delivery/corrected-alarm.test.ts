import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { advanceMessages, launchDue } from '#server/alerting/launch/advance-messages.ts';
import { messageContents } from '#server/channels/rendering/content.ts';
import { renderMessage } from '#server/channels/rendering/render.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, statusesOf } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';
import { type Claimed, claimRecipients } from './queue/claim.ts';
import { findDue } from './queue/due.ts';
import { recordResults } from './results.ts';
import { type AttemptOutcome, failed, sent } from './retry.ts';

// The program without its worker: the test claims, reads what would leave, and decides how it ends.
let server: TestServer;
let db: Db;
let manager: TestClient;
let mail: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
  mail = (await createChannel(db, 'email')).id;
  // not chosen: an SMS takes over people whom no mail reaches
  await createChannel(db, 'sms', { settings: JSON.stringify({ provider: 'sms-gateway' }) });
});
after(() => server.stop());

const send = (report: number) =>
  manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report),
    key: `corrected-${report}`,
  });
const follow = `mutation ($report: ID!) {
  createFollowUp(report: $report, kind: CORRECTION) { _id messages { edges { node { _id } } } } }`;

interface Departure {
  person: number;
  report: number;
  channel: number;
  /** How many corrections had left at the claim. */
  known: number;
  text: string;
  subject: string;
  arrived: boolean;
}

let count = 0;

/** An alarm to people with mail and mobile, with the texts of its corrections. */
async function raise(size: number) {
  const people: number[] = [];
  while (people.length < size)
    people.push((await createPerson(db, { mobile: `+4915177${String(++count).padStart(6, '0')}` })).id);
  const { id: eventId } = await createEvent(db);
  const texts = { title: 'ALARM: Brand', content: 'Treffpunkt: Haus 0' };
  const { id: report } = await createReport(db, { eventId, ...texts });
  await createDraft(db, { reportId: report, channelId: mail, people, requestAnswer: true, ...texts });
  await send(report);
  const left: Departure[] = [];
  const corrections: number[] = [];
  const contents = messageContents(db);
  const record = recordResults(
    server.app,
    { id: 'test' },
    () => {},
    () => false,
  );
  const handOver = async (claimed: Claimed, outcome: AttemptOutcome, known: number) => {
    const content = await contents(claimed.messageId, claimed.correctionId);
    const { subject, text } = renderMessage(content, claimed, server.app);
    const { personId, reportId, channelId } = claimed;
    const arrived = outcome.status === 'sent';
    left.push({ person: personId!, report: reportId, channel: channelId, known, text, subject, arrived });
    await record({ ...outcome, recipient: claimed });
  };
  return {
    report,
    people,
    left,
    corrections,
    /** Hands over what is due to at most so many people; mails fail where the person has none. */
    async deliver(most: number, fails: (person: number, channel: number) => boolean) {
      const due = (await findDue(db, 1000)).map((one) => ({ ...one, count: most }));
      const known = corrections.length;
      for (const claimed of due.length ? await claimRecipients(db, { id: 'test' }, due) : []) {
        const isLost = fails(claimed.personId!, claimed.channelId);
        await handOver(claimed, isLost ? failed('address_unknown') : sent({ externalId: `row-${++count}` }), known);
      }
    },
    async clock() {
      await sql`update follow_up_watches set due_at = clock_timestamp() where due_at < 'infinity'`.execute(db);
      await Promise.all([advanceMessages(server.app), advanceMessages({ ...server.app })]);
      await launchDue(server.app);
    },
    /** Corrects the newest text, once somebody has it. */
    async correct() {
      const newest = corrections.at(-1) ?? report;
      const { data } = await manager.send(follow, { report: String(newest) });
      if (!data?.createFollowUp) return;
      const { _id, messages } = data.createFollowUp;
      const content = `Treffpunkt: Haus ${corrections.length + 1}`;
      for (const { node } of messages.edges)
        await manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
          input: { id: String(node._id), content },
        });
      await send(_id);
      corrections.push(_id);
    },
  };
}

test('after a correction an alarm leaves only with the newest text, once, and everyone gets the newest', async () => {
  const size = 5;
  const step = fc.oneof(
    fc.record({ what: fc.constant('deliver' as const), most: fc.integer({ min: 1, max: size }) }),
    fc.record({ what: fc.constantFrom('correct' as const, 'clock' as const), most: fc.constant(0) }),
  );
  const world = fc.record({
    steps: fc.array(step, { minLength: 3, maxLength: 12 }),
    /** People whose mails are refused. */
    lost: fc.subarray([...Array(size).keys()]),
  });
  await fc.assert(
    fc.asyncProperty(world, async ({ steps, lost }) => {
      const alarm = await raise(size);
      const fails = (person: number, channel: number) =>
        channel === mail && lost.includes(alarm.people.indexOf(person));
      for (const { what, most } of steps) {
        if (what === 'deliver') await alarm.deliver(most, fails);
        else await alarm[what]();
      }
      for (let round = 0; round < 6; round++) {
        await alarm.clock();
        await alarm.deliver(100, fails);
      }
      const newest = `Treffpunkt: Haus ${alarm.corrections.length}`;
      for (const { report, known, text, subject } of alarm.left) {
        if (report !== alarm.report) continue;
        assert.ok(text.includes(`Treffpunkt: Haus ${known}`), text);
        assert.equal(/Korrektur: ALARM/.test(`${subject} ${text}`), known > 0, 'marked');
      }
      for (const person of alarm.people) {
        const had = alarm.left.filter((one) => one.person === person && one.arrived);
        assert.ok(had.at(-1)?.text.includes(newest), `the last text is the newest: ${JSON.stringify(had)}`);
        const places = had.map(({ text, channel }) => `${channel} ${/Haus \d/.exec(text)}`);
        assert.equal(new Set(places).size, places.length, `nothing twice: ${places}`);
      }
    }),
    { numRuns: runs(15), endOnFailure: true },
  );
});

test('an SMS that takes over after a correction carries the corrected text, and the correction counts it', async () => {
  const alarm = await raise(2);
  const [a, b] = alarm.people as [number, number];
  const fails = (person: number, channel: number) => person === b && channel === mail;
  await alarm.deliver(1, () => false);
  await alarm.correct();
  await alarm.deliver(100, fails);
  for (let round = 0; round < 4; round++) {
    await alarm.clock();
    await alarm.deliver(100, fails);
  }
  const texts = (person: number) =>
    alarm.left.filter((one) => one.person === person && one.arrived).map(({ text }) => text.replaceAll('\n', ' '));
  assert.equal(texts(b).length, 1);
  assert.match(texts(b)[0]!, /^Korrektur: ALARM: Brand.*Treffpunkt: Haus 1/);
  assert.equal(alarm.left.filter(({ person, arrived }) => person === a && arrived).length, 2, 'alarm and correction');
  const sms = await db
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', alarm.corrections[0]!)
    .where('channelId', '<>', mail)
    .executeTakeFirstOrThrow();
  assert.deepEqual(await statusesOf(db, sms.id), { [b]: 'sent with_alarm' });
  const { rows } = await sql<{ people: number }>`
    select (data->>'people')::int as people from log_entries where kind = 'follow_up_in_alarm' and data->>'message' = ${String(sms.id)}`.execute(
    db,
  );
  assert.deepEqual(rows, [{ people: 1 }]);
});
