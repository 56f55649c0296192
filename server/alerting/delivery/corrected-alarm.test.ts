import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { startCorrectedAlarms } from '#testing/alarms/corrected-alarms.ts';
import { statusesOf } from '#testing/messages.ts';
import { runs } from '../../../scripts/in-full.ts';
import { applyReceipts, storeReceipts } from './receipts.ts';

type Alarms = Awaited<ReturnType<typeof startCorrectedAlarms>>;
let alarms: Alarms;
let db: Db;
before(async () => {
  alarms = await startCorrectedAlarms();
  ({ db } = alarms);
});
after(() => alarms.server.stop());

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
      const alarm = await alarms.raise(size);
      const fails = (person: number, channel: number) =>
        channel === alarms.mail && lost.includes(alarm.people.indexOf(person));
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
  const alarm = await alarms.raise(2);
  const [a, b] = alarm.people as [number, number];
  const fails = (person: number, channel: number) => person === b && channel === alarms.mail;
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
    .where('channelId', '<>', alarms.mail)
    .executeTakeFirstOrThrow();
  assert.deepEqual(await statusesOf(db, sms.id), { [b]: 'sent with_alarm' });
  const { rows } = await sql<{ people: number }>`
    select (data->>'people')::int as people from log_entries where kind = 'follow_up_in_alarm' and data->>'message' = ${String(sms.id)}`.execute(
    db,
  );
  assert.deepEqual(rows, [{ people: 1 }]);

  const alarmed = await db
    .selectFrom('messageRecipients')
    .select(['externalId', 'channelId'])
    .where('reportId', '=', alarm.report)
    .where('personId', '=', b)
    .where('status', '=', 'sent')
    .executeTakeFirstOrThrow();
  await inTransaction(db, (tx) =>
    storeReceipts(tx, alarmed.channelId, [{ externalId: alarmed.externalId!, status: 'failed' }]),
  );
  const changed = await applyReceipts(db, { channelId: alarmed.channelId, externalIds: [alarmed.externalId!] });
  assert.ok(changed.includes(sms.id));
  assert.deepEqual(await statusesOf(db, sms.id), { [b]: 'failed undelivered' }, 'the alarm with its text was lost');
});
