import { type RawBuilder, sql } from 'kysely';
import { databaseNow, holdReport } from '#server/alerting/cascade/cascade-queries.ts';
import { noChanges, publishChanges } from '#server/alerting/messages/changes.ts';
import { lifetimeMinutes } from '#server/alerting/messages/lanes.ts';
import { sendsNothing } from '#server/alerting/progress/sends-nothing.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { beginStandIns, type StepTurn } from './begin-stand-ins.ts';
import { fallBackLost } from './fall-back.ts';
import { isTrying } from './trying.ts';

/**
 * Takes the due steps of an alarm, but none while the launch can be undone:
 * - cancels unsent rows of people who answered or read it
 * - starts steps at their time
 * - substitutes another channel of the type for a failing one
 * - starts the next step early if no earlier one can reach the person
 * - falls back for people that no chosen channel reaches
 *
 * Processes take turns at a report.
 */
export async function advanceSteps(app: Pick<App, 'db' | 'jobs' | 'secrets'>, reportId: number): Promise<void> {
  await withRetries(app.db, async (tx) => {
    await holdReport(tx, reportId, 'scheduler');
    const now = await databaseNow(tx);
    if (await isUndoable(tx, reportId, now)) return; // due steps stay due
    const people = await takeDue(tx, reportId, now);
    if (!people.length) return;
    const changes = noChanges(reportId, await eventOf(tx, reportId));
    const turn = { reportId, people, now, changes };
    await fallBackLost(app, tx, { ...turn, people: await moveOn(app, tx, turn) });
    await publishChanges(app, tx, changes);
  });
}

/** SQL: a part of the report can be undone, so nothing may leave. */
function undoable(reportId: RawBuilder<unknown>, now: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (
    select 1 from messages m where m.report_id = ${reportId} and m.status = 'queued' and m.release_at > ${now})`;
}

async function isUndoable(tx: Tx, reportId: number, now: Date): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select ${undoable(sql`${reportId}::int`, sql`${now}::timestamptz`)} as "is"`.execute(tx);
  return rows[0]!.is;
}

async function takeDue(tx: Tx, reportId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ personId: number | null }>`
    with woken as (delete from step_wakes where report_id = ${reportId} returning person_id)
    select person_id from woken union
    select person_id from message_recipients
    where report_id = ${reportId} and status = 'pending' and try_at is not null and try_at <= ${now}`.execute(tx);
  return rows.flatMap(({ personId }) => personId ?? []);
}

async function eventOf(tx: Tx, reportId: number): Promise<number> {
  const { rows } = await sql<{ eventId: number }>`select event_id from reports where id = ${reportId}`.execute(tx);
  return rows[0]!.eventId;
}

/**
 * Moves these people's unsent rows after substitutes have started; repeats if a step starts on a failing channel.
 * Returns people whose next step may come early, or who may need a fallback. Rows that others fail during this turn
 * wake their own turn, which starts substitutes first.
 */
async function moveOn(app: Pick<App, 'secrets'>, tx: Tx, turn: StepTurn): Promise<number[]> {
  const { reportId, changes } = turn;
  const early = new Set<number>();
  for (let due = turn.people; due.length; ) {
    await holdUnsent(tx, reportId, due);
    const unreached = await findUnreached(tx, reportId, due);
    const postponed = new Set(await beginStandIns(app, tx, { ...turn, people: due }));
    const ready = unreached.filter((id) => !postponed.has(id));
    for (const id of ready) early.add(id);
    for (const id of postponed) early.delete(id);
    const moved = await movePlanned(tx, turn, due, ready);
    changes.messages.push(...moved.map(({ messageId }) => messageId));
    due = moved.flatMap(({ personId, stuck }) => (stuck && personId !== null ? [personId] : []));
  }
  return [...early];
}

async function holdUnsent(tx: Tx, reportId: number, people: readonly number[]): Promise<void> {
  await sql`
    select 1 from message_recipients
    where report_id = ${reportId} and person_id = any(${people}) and status in ${recipientStates.cancellable}
    order by id for update`.execute(tx);
}

async function findUnreached(tx: Tx, reportId: number, people: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ personId: number | null }>`
    select r.person_id from message_recipients r join channels c on c.id = r.channel_id
    where r.report_id = ${reportId} and r.person_id = any(${people}) and not r.superseded
    group by r.person_id having not bool_or(${isTrying})`.execute(tx);
  return rows.flatMap(({ personId }) => personId ?? []);
}

interface MovedRow {
  messageId: number;
  personId: number | null;
  /** Due on a channel that can't send. */
  stuck: boolean;
}

async function movePlanned(
  tx: Tx,
  { reportId, now }: StepTurn,
  people: readonly number[],
  ready: readonly number[],
): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    with judged as materialized (
      select r.id, r.status, r.try_at, ${sendsNothing} as troubled,
        bool_or(r.status = 'read') over person as read, bool_or(${isTrying}) over person or r.person_id <> all(${ready}) as waits,
        min(r.try_at) filter (where r.status = 'pending') over person as next,
        exists (select 1 from answers a where a.report_id = r.report_id and a.person_id = r.person_id
          and a.option_id is not null) as answered
      from message_recipients r join channels c on c.id = r.channel_id
      where r.report_id = ${reportId} and r.person_id = any(${people}) and not r.superseded
      window person as (partition by r.person_id)),
    moved as (
      select id, troubled, answered, read,
        case when waits then try_at else try_at - greatest(next - ${now}::timestamptz, interval '0') end as at
      from judged
      where (status = 'pending' and try_at is not null) or (status in ${recipientStates.inQueue} and (answered or read)))
    update message_recipients r set
      status = case when m.answered then 'cancelled' when m.read then 'skipped' when m.at <= ${now} then 'queued'
        else 'pending' end,
      status_reason = case when m.answered then 'answered' when m.read then 'read_before' end,
      try_at = case when not (m.answered or m.read) then m.at end,
      valid_until = case when not (m.answered or m.read) and m.at <= ${now}
        then m.at + make_interval(mins => ${lifetimeMinutes.alarm}) end
    from moved m
    where r.id = m.id and (m.answered or m.read or m.at <= ${now} or m.at <> r.try_at)
    returning r.message_id, r.person_id, r.status = 'queued' and m.troubled as stuck`.execute(tx);
  return rows;
}
