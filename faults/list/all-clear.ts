import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { crossedOf } from '#server/alerting/progress/all-clears.ts';
import { createEvent, createGroup, createMailingList, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { type Api, createListOfPeople, launchDraft, launchReport, openApi } from '../api.ts';
import { type Fault, ofDelivery } from '../fault.ts';
import { readHistory } from '../history.ts';
import type { AcceptedMessage } from '../ledger.ts';
import type { Stage } from '../stage.ts';

const allClear: Fault = {
  id: 'F37',
  procedure:
    'While two workers send an alarm, part of it to groups with a stop limit, the all-clear is given. At that moment one of them, chosen at random, is killed and restarted.',
  expected:
    'No recipient of the alarm is claimed after the all-clear, and recipients being handed over at that moment are marked. Each person who was sent the alarm gets the all-clear, and nothing of the alarm after it.',
  invariants: ofDelivery,
  count: { full: 3000, short: 300 },
  async play(stage) {
    const { channelId } = await stage.mail({ delay: stage.seed % 2 ? 50 : 500 });
    const api = await openApi(stage);
    const workers = [await stage.worker(), await stage.worker()];
    const alarm = await alarmWithStopLimit(api, channelId);
    await stage.untilTaken(Math.floor(stage.count * (0.1 + stage.random() * 0.4)));
    const given = giveAllClear(api, alarm);
    const killed = stage.kill(workers[Math.floor(stage.random() * 2)]!);
    const clear = await given;
    await killed;
    await stage.worker();
    await stage.done();
    // a person who may have the alarm gets the all-clear within seconds
    for (const end = performance.now() + 60_000; performance.now() < end; await sleep(200)) {
      if ((await untold(stage, alarm.reportId, clear)).length === 0) break;
    }
    await stage.done();
    await judge(stage, alarm, clear);
  },
};

/** Asks two thirds at once and the others in a group that needs 5 people. Returns the event id and the report id. */
async function alarmWithStopLimit(api: Api, channelId: number): Promise<{ eventId: number; reportId: number }> {
  const { stage } = api;
  const crowd = await createListOfPeople(stage, stage.count);
  const { rows: members } = await sql<{ id: number }>`
    delete from mailing_list_people where mailing_list_id = ${crowd} and person_id % 3 = 0 returning person_id as id`.execute(
    stage.db,
  );
  const group = await createGroup(stage.db, { members: members.map(({ id }) => id) });
  const limited = await createMailingList(stage.db, { groups: [{ id: group.id, stopLimit: 5 }] });
  const { id: eventId } = await createEvent(stage.db);
  const { id: reportId } = await createReport(stage.db, { eventId });
  const lists = [crowd, limited.id];
  const { id } = await createDraft(stage.db, { reportId, channelId, lists, requestAnswer: true });
  await launchDraft(api, id);
  return { eventId, reportId };
}

async function giveAllClear(api: Api, { eventId }: { eventId: number }): Promise<number> {
  const created = await api.client.run('mutation ($id: ID!) { createAllClear(event: $id) { _id } }', {
    id: String(eventId),
  });
  await launchReport(api, created.createAllClear._id);
  return created.createAllClear._id;
}

interface Row {
  id: number;
  reportId: number;
  clearedAt: Date | null;
}

async function copies(stage: Stage, reportId: number, clear: number) {
  const { rows } = await sql<Row>`
    select r.id, r.report_id, p.all_clear_at as cleared_at
    from message_recipients r join reports p on p.id = r.report_id where r.report_id in (${reportId}, ${clear})`.execute(
    stage.db,
  );
  const reports = new Map(rows.map((row) => [row.id, row.reportId]));
  const taken = await stage.taken();
  const of = (report: number) => taken.filter(({ recipient }) => reports.get(recipient!) === report);
  return { alarm: of(reportId), clear: of(clear), rows: rows.filter((row) => row.reportId === reportId) };
}

async function untold(stage: Stage, reportId: number, clear: number): Promise<AcceptedMessage[]> {
  const left = await copies(stage, reportId, clear);
  const told = new Set(left.clear.map(({ to }) => to));
  return left.alarm.filter(({ to }) => !told.has(to));
}

async function judge(stage: Stage, { reportId }: { reportId: number }, clear: number): Promise<void> {
  const left = await copies(stage, reportId, clear);
  const at = left.rows[0]?.clearedAt;
  if (!at) return stage.find('expected', 'the alarm has no all-clear');
  const own = new Set(left.rows.map(({ id }) => id));
  const claimed = (await readHistory(stage.db)).filter(
    (step) => own.has(step.recipient) && step.became === 'sending' && step.at > at,
  );
  stage.expect(claimed.length === 0, `${claimed.length} of the alarm were claimed after the all-clear`);
  const late = left.alarm.filter((copy) => copy.at > at.getTime());
  const crossed = await crossedOf(
    stage.db,
    late.map(({ recipient }) => recipient!),
  );
  const unmarked = late.filter(({ recipient }) => !crossed.get(recipient!));
  stage.expect(unmarked.length === 0, `${unmarked.length} crossed the all-clear, unmarked`);
  const missed = await untold(stage, reportId, clear);
  stage.expect(missed.length === 0, `${missed.length} were sent the alarm and no all-clear`);
  const told = new Map(left.clear.map((copy) => [copy.to, copy.at]));
  const after = left.alarm.filter((copy) => copy.at > (told.get(copy.to) ?? Number.POSITIVE_INFINITY));
  stage.expect(after.length === 0, `${after.length} were sent the alarm after their all-clear`);
  stage.figure('alarmed', left.alarm.length);
  stage.figure('all-clears', left.clear.length);
  stage.figure('taken after the all-clear', late.length);
  stage.expect(left.alarm.length < stage.count, 'everybody had been alarmed before the all-clear');
}

/** Faults at the end of an alarm. */
export const allClearFaults: readonly Fault[] = [allClear];
