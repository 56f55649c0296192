import { type RawBuilder, sql } from 'kysely';
import { advanceReport } from '#server/alerting/cascade/cascade.ts';
import { isHeld } from '#server/alerting/cascade/cascade-queries.ts';
import { advanceSteps } from '#server/alerting/fallback/advance-steps.ts';
import { followLate } from '#server/alerting/launch/follow-late.ts';
import { launchScheduled } from '#server/alerting/launch/scheduled.ts';
import { dueFollowing } from '#server/alerting/messages/follow-watches.ts';
import { finishMessage } from '#server/alerting/stopping/finish.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { publish } from '#server/platform/live/live.ts';
import type { Outlook } from '#server/platform/nodes/work-pace.ts';

interface Due extends Outlook {
  released: number[];
  steps: number[];
  cascades: number[];
  ended: number[];
}

/**
 * Runs one turn of the scheduler: releases messages after the undo window, takes steps and stop limits, sends
 * stand-downs, and ends messages. One statement if nothing is due; safe to call in parallel. `wasDue`: something was
 * due.
 */
export async function advanceMessages(app: App): Promise<Outlook & { wasDue: boolean }> {
  const due = await findDue(app);
  if (due.released.length) await guarded(app, 'released', () => letGoAll(app, due.released));
  // before the stop limits, which ask the next person if no channel reaches one
  for (const id of due.steps) await guarded(app, `steps:${id}`, () => advanceSteps(app, id));
  for (const id of due.cascades) await guarded(app, `cascades:${id}`, () => advanceReport(app, id));
  for (const id of due.ended) await guarded(app, `ended:${id}`, () => finishMessage(app, id));
  const { isOpen, dueIn, released, steps, cascades, ended } = due;
  const wasDue = [released, steps, cascades, ended].some((ids) => ids.length > 0);
  // what was due may have opened messages, of which `due` doesn't know
  return { isOpen: isOpen || wasDue, dueIn, wasDue };
}

async function findDue(app: App): Promise<Due> {
  const { rows } = await sql<Due>`
    select released, steps, cascades, ended, is_open, due_in
    from due_of_scheduler()`.execute(app.db);
  return rows[0]!;
}

/** SQL: the milliseconds until a moment, perhaps past or infinite. */
const millisecondsUntil = (moment: RawBuilder<unknown>): RawBuilder<number | null> =>
  sql`extract(epoch from nullif(${moment}, 'infinity') - clock_timestamp())::float8 * 1000`;

/**
 * Launches scheduled messages and late follow-ups, in its own scheduler, so that a large launch doesn't delay an
 * alarm's steps.
 */
export async function launchDue(app: App): Promise<Outlook> {
  const outlook = await nextLaunch(app);
  if (outlook.dueIn === null || outlook.dueIn > 0) return outlook;
  const { rows } = await sql<{ reportId: number; ids: number[] }>`
    select report_id, array_agg(id order by id) as ids from messages
    where status = 'scheduled' and send_at <= clock_timestamp() group by report_id`.execute(app.db);
  for (const { reportId, ids } of rows) {
    await guarded(app, `scheduled:${reportId}`, () => launchScheduled(app, reportId, ids));
  }
  for (const following of await dueFollowing(app.db)) {
    await guarded(app, `following:${following.messageId}`, () => followLate(app, following));
  }
  return outlook;
}

async function nextLaunch({ db }: App): Promise<Outlook> {
  const { rows } = await sql<{ dueIn: number | null }>`
    select ${millisecondsUntil(sql`least(
      (select min(send_at) from messages where status = 'scheduled'),
      (select min(due_at) from follow_up_watches))`)} as due_in`.execute(db);
  return { isOpen: false, dueIn: rows[0]!.dueIn };
}

/** Releases messages in one transaction, or one by one if it fails, so that one that can't leave holds up no other. */
async function letGoAll(app: App, due: readonly number[]): Promise<void> {
  const ids = due.filter((id) => !isPaused(app, `released:${id}`));
  if (!ids.length) return;
  try {
    await letGo(app, ids);
  } catch (error) {
    if (isHeld(error)) throw error;
    for (const id of ids) await guarded(app, `released:${id}`, () => letGo(app, [id]));
  }
}

async function letGo(app: App, ids: readonly number[]): Promise<void> {
  await inTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: number; reportId: number; eventId: number; hadUndo: boolean }>`
      update messages m set status = 'sending', sent_at = coalesce(m.sent_at, clock_timestamp())
      from reports r where r.id = m.report_id and m.status = 'queued' and m.id in (
        select id from messages where id = any(${ids}) and status = 'queued' and release_at <= clock_timestamp()
        order by id for no key update skip locked)
      returning m.id, m.report_id, r.event_id, m.handed_over or m.release_at > m.launched_at as had_undo`.execute(tx);
    if (!rows.length) return;
    await leaveAnswered(
      tx,
      rows.map(({ id }) => id),
    );
    const [message, report, event] = [rows.map((r) => r.id), rows.map((r) => r.reportId), rows.map((r) => r.eventId)];
    const changes = { message, report: [...new Set(report)], event: [...new Set(event)] };
    // the launch woke the others
    await publish(tx, rows.some((r) => r.hadUndo) ? { ...changes, work: true } : changes);
  });
}

async function leaveAnswered(tx: Tx, messageIds: readonly number[]): Promise<void> {
  await sql`
    with answered as (
      select distinct a.report_id, a.person_id from answers a
      where a.report_id in (select report_id from messages where id = any(${messageIds})) and a.option_id is not null
        and a.person_id is not null),
    held as materialized (
      select r.id from message_recipients r join answered a on a.report_id = r.report_id and a.person_id = r.person_id
      where r.message_id = any(${messageIds}) and r.status in ${recipientStates.untried} and r.token_hash is not null
      order by r.id for update of r),
    cancelled as (
      update message_recipients r set status = 'cancelled', status_reason = 'answered', try_at = null
      from held where r.id = held.id and r.status in ${recipientStates.untried})
    insert into cascade_wakes (cascade_id)
    select distinct c.id from answered a join cascades c on c.report_id = a.report_id and c.status <> 'stopped'
    join cascade_members m on m.cascade_id = c.id and m.person_id = a.person_id
    join cascade_messages x on x.cascade_id = c.id and x.message_id = any(${messageIds})`.execute(tx);
}

const pause = 10_000;
const failures = new WeakMap<App, Map<string, number>>();

const isPaused = (app: App, name: string): boolean =>
  performance.now() - (failures.get(app)?.get(name) ?? Number.NEGATIVE_INFINITY) < pause;

/**
 * Runs work so that a failure neither delays others nor fills the log: retries after a pause, or next turn after a lock
 * conflict.
 */
async function guarded(app: App, name: string, work: () => Promise<void>): Promise<void> {
  if (isPaused(app, name)) return;
  const failed = failures.get(app) ?? new Map<string, number>();
  failures.set(app, failed);
  try {
    await work();
    failed.delete(name);
  } catch (error) {
    if (isHeld(error)) return;
    failed.set(name, performance.now());
    const { name: kind, code } = error as { name?: string; code?: string };
    app.log.error({ event: 'message_advance_failed', what: name, error: kind, code });
  }
}
