import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { claimRecipients } from '#server/alerting/delivery/queue/claim.ts';
import { findDue } from '#server/alerting/delivery/queue/due.ts';
import { deliveryKey } from '#server/channels/rendering/key.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { startCorrectedAlarms } from '#testing/alarms/corrected-alarms.ts';
import { createDraft } from '#testing/messages.ts';

type Alarms = Awaited<ReturnType<typeof startCorrectedAlarms>>;
let alarms: Alarms;
let db: Db;
before(async () => {
  alarms = await startCorrectedAlarms();
  ({ db } = alarms);
});
after(() => alarms.server.stop());

/** States of an alarm's row when its correction is sent. */
type Standing = [
  what: string,
  row: { status: string; reason?: string; perhaps?: true; corrected: boolean },
  covered: boolean,
];

const standings: Standing[] = [
  ['sent with the corrected text', { status: 'sent', corrected: true }, true],
  ['confirmed with the corrected text', { status: 'delivered', corrected: true }, true],
  ['sent after an attempt of unknown outcome', { status: 'sent', perhaps: true, corrected: true }, true],
  ['sent with the first text', { status: 'sent', corrected: false }, false],
  ['unconfirmed', { status: 'sent', reason: 'unconfirmed', perhaps: true, corrected: true }, false],
  ['failed, perhaps received', { status: 'failed', reason: 'outcome_unknown', perhaps: true, corrected: true }, false],
  ['expired, perhaps received', { status: 'expired', reason: 'deadline', perhaps: true, corrected: true }, false],
  ['tried again, perhaps received', { status: 'retrying', perhaps: true, corrected: true }, false],
];

for (const [what, row, isCovered] of standings)
  test(`a correction ${isCovered ? 'counts as sent' : 'is sent'} to a person whose alarm is ${what}`, async () => {
    const alarm = await alarms.raise(2);
    const [, b] = alarm.people as [number, number];
    await alarm.deliver(1, () => false);
    await alarm.correct();
    const [correction] = alarm.corrections as [number];
    // the person's row, as the worker leaves it
    await sql`update message_recipients set status = 'sending', attempts = 1 where report_id = ${alarm.report} and person_id = ${b}`.execute(
      db,
    );
    await sql`
      update message_recipients set status = ${row.status}, status_reason = ${row.reason ?? null}, try_at = null,
        maybe_duplicate = ${row.perhaps ?? false}, corrected_by = ${row.corrected ? correction : null}
      where report_id = ${alarm.report} and person_id = ${b}`.execute(db);
    await alarm.clock();
    const { rows } = await sql<{ status: string; reason: string | null }>`
      select status, status_reason as reason from message_recipients
      where report_id = ${correction} and person_id = ${b} order by id limit 1`.execute(db);
    assert.deepEqual(rows, [isCovered ? { status: 'sent', reason: 'with_alarm' } : { status: 'queued', reason: null }]);
  });

test('a correction is sent to a person who is just getting the first text over another channel', async () => {
  const alarm = await alarms.raise(2);
  const [a, b] = alarm.people as [number, number];
  await alarm.deliver(1, () => false);
  const slow = (await findDue(db, 1000)).map((one) => ({ ...one, count: 100 }));
  const held = await claimRecipients(db, { id: 'elsewhere' }, slow);
  assert.ok(held.some(({ personId, correctionId }) => personId === b && correctionId === null));
  await alarm.correct();
  const [correction] = alarm.corrections as [number];
  // a substitute takes the corrected text to the person
  const { sms } = alarms;
  const { id: over } = await createDraft(db, {
    reportId: alarm.report,
    channelId: sms,
    people: [b],
    title: 'x',
    content: 'x',
  });
  await sql`
    insert into message_recipients (message_id, report_id, channel_id, lane, person_id, target_address, address_norm, status,
      corrected_by, nonce, sent_at, attempts)
    select ${over}, report_id, ${sms}, lane, person_id, '+491511234', '+491511234', 'sent', ${correction}, '\\x01'::bytea,
      clock_timestamp(), 1
    from message_recipients where report_id = ${alarm.report} and person_id = ${b} limit 1`.execute(db);
  await alarm.clock();
  const { rows } = await sql<{ personId: number; status: string }>`
    select person_id, status from message_recipients where report_id = ${correction} order by person_id`.execute(db);
  assert.deepEqual(rows.find(({ personId }) => personId === b)?.status, 'queued');
  assert.ok(rows.some(({ personId }) => personId === a));
});

test('an attempt with a corrected text has a key of its own, which is the same at each try', () => {
  const { secrets } = alarms.server.app;
  const keys = [null, 7, 8].map((correctedBy) => deliveryKey(secrets, 1, 1, correctedBy));
  assert.equal(new Set(keys).size, 3);
  assert.deepEqual(
    keys,
    [null, 7, 8].map((correctedBy) => deliveryKey(secrets, 1, 1, correctedBy)),
  );
  assert.equal(keys[0], deliveryKey(secrets, 1, 1));
});

test('a correction of a publication alone changes no text for people', async () => {
  const alarm = await alarms.raise(2);
  await alarm.deliver(1, () => false);
  await alarm.correct();
  // only the website was corrected
  await sql`update message_recipients set person_id = null where report_id = ${alarm.corrections[0]!}`.execute(db);
  await alarm.deliver(100, () => false);
  const last = alarm.left.findLast(({ report }) => report === alarm.report);
  assert.match(last!.text, /Treffpunkt: Haus 0/);
  assert.doesNotMatch(`${last!.subject} ${last!.text}`, /Korrektur/);
});
