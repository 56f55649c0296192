import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { launchInEvent, type OpenState } from '#server/alerting/event-log/states.ts';
import { launch } from '#server/alerting/launch/launch.ts';
import { type Prepared, prepareMessages } from '#server/alerting/launch/prepare.ts';
import { removeUnreachable } from '#server/alerting/launch/remove-unreachable.ts';
import { withoutBlocked } from '#server/alerting/launch/send.ts';
import { findDrafts } from '#server/alerting/messages/message-rows.ts';
import { prepareActivation } from '#server/alerting/reports/activation.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { refuseWhileHeld } from '#server/platform/installation/held.ts';
import { createLimiter, type Limiter } from '#server/platform/limiter.ts';
import { readNumber } from '#server/platform/settings/settings.ts';
import { cut } from '#shared/cut.ts';
import { cleanText } from '#shared/stored-text.ts';
import { type FinishedCall, findCall, recordCall, type TriggerCaller } from './calls.ts';
import type { Trigger } from './find.ts';

const sameWithinSeconds = 60;
const longestAddition = 1_000;
const mostWaiting = 500;

/** An authorized order to start a trigger's alarm. */
export interface StartOrder extends Omit<TriggerCaller, 'triggerId'> {
  /** For the event's description and the message's end. */
  addition: string;
}

type Parts = Pick<App, 'db' | 'jobs' | 'secrets'>;

const turns = new Map<number, Limiter>();

/**
 * Starts a trigger's alarm in one transaction. Repetitions, and other calls of the same kind within a minute, get the
 * same result. A failure leaves its reason. `isNew`: this call started it.
 */
export async function startTrigger(
  app: Parts,
  trigger: Trigger,
  order: StartOrder,
): Promise<{ call: FinishedCall; isNew: boolean }> {
  const caller = { ...order, triggerId: trigger.id };
  const turn = turns.get(trigger.id) ?? createLimiter(1, mostWaiting);
  turns.set(trigger.id, turn);
  // one at a time, so that waiting calls don't hold all connections
  return turn(async () => {
    try {
      return await withRetries(app.db, (tx) => startOnce(app, tx, trigger, caller, cleanText(order.addition)));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { call: await recordCall(app.db, caller, 'refused', { reason: error.key }), isNew: false };
    }
  });
}

async function startOnce(app: Parts, tx: Tx, trigger: Trigger, caller: TriggerCaller, addition: string) {
  await sql`select from triggers where id = ${trigger.id} for no key update`.execute(tx); // other processes wait here
  const known = await findCall(tx, caller);
  if (known?.startedBy || known?.outcome === 'started') return { call: known, isNew: false };
  await refuseWhileHeld(tx);
  const [by, way] = [caller.userId, caller.way];
  const { id, name } = trigger;
  const running = await findRunning(tx, caller);
  if (running) {
    const data = { trigger: id, name, way, text: tidyAddition(addition) };
    await appendLog(tx, { eventId: running.eventId, by, kind: 'trigger_repeated', data });
    return { call: await recordCall(tx, caller, 'repeated', { startedBy: running.id }), isNew: false };
  }
  const { report, state, ready } = await prepareStart(tx, trigger, caller, addition);
  const undoSeconds = await readNumber(tx, 'trigger_undo_seconds', 10);
  await appendLog(tx, { eventId: report.eventId, by, kind: 'trigger_started', data: { trigger: id, name, way } });
  // approved in advance, because no one releases at night
  const withoutRelease = ready.some(({ message }) => message.requiresRelease);
  await launch(app, tx, ready, { by, state, undoSeconds, unseen: true, withoutRelease });
  return { call: await writeStart(tx, caller, report), isNew: true };
}

async function findRunning(
  tx: Tx,
  { triggerId, exercise }: TriggerCaller,
): Promise<{ id: number; eventId: number } | null> {
  const { rows } = await sql<{ id: number; eventId: number }>`
    select c.id, e.id as event_id from trigger_calls c join events e on e.id = c.event_id and e.is_running
    join reports p on p.id = c.report_id and p.all_clear_at is null
    where c.trigger_id = ${triggerId} and c.exercise = ${exercise} and c.outcome = 'started'
      and c.at > clock_timestamp() - make_interval(secs => ${sameWithinSeconds}) order by c.id limit 1`.execute(tx);
  return rows[0] ?? null;
}

/** Returns a limited text without placeholders, which no one would fill in at night. */
export const tidyAddition = (addition: string): string =>
  cut(addition.replace(/[{}]{2,}/g, '').trim(), longestAddition);

/** Creates an activation and returns sendable messages; refuses without any. */
export async function prepareStart(
  tx: Tx,
  { eventTypeId, lists }: Pick<Trigger, 'eventTypeId'> & { lists?: number[] },
  { userId, exercise }: Pick<TriggerCaller, 'userId' | 'exercise'>,
  addition: string,
): Promise<{ report: Row<'reports'>; state: OpenState; ready: Prepared[] }> {
  const ctx = { db: tx, viewer: userId === null ? null : { id: userId } };
  const report = await prepareActivation(ctx, {
    eventType: eventTypeId,
    mode: exercise ? 'EXERCISE' : 'LIVE',
    addition: tidyAddition(addition),
    ...(lists ? { lists } : {}),
  });
  const drafts = await findDrafts(tx, report.id);
  if (!drafts.length) throw new Refusal('error_no_drafts');
  const state = await launchInEvent(tx, report.eventId);
  const prepared = await prepareMessages(ctx, drafts, state);
  const ready = withoutBlocked(prepared);
  await removeUnreachable(tx, prepared);
  return { report, state, ready };
}

async function writeStart(
  tx: Tx,
  caller: TriggerCaller,
  { id: reportId, eventId }: Row<'reports'>,
): Promise<FinishedCall> {
  const { rows } = await sql<FinishedCall>`
    insert into trigger_calls (trigger_id, way, caller_key, caller, user_id, channel_id, outcome, exercise, event_id,
      report_id, people, undo_until)
    values (${caller.triggerId}, ${caller.way}, ${caller.key}, ${caller.address}, ${caller.userId}, ${caller.channelId},
      'started', ${caller.exercise}, ${eventId}, ${reportId}, ${peopleIn(reportId)},
      (select max(release_at) from messages where report_id = ${reportId}))
    on conflict on constraint trigger_calls_key do update set outcome = excluded.outcome, reason = null,
      exercise = excluded.exercise, event_id = excluded.event_id, report_id = excluded.report_id, people = excluded.people,
      undo_until = excluded.undo_until, at = clock_timestamp()
    returning *`.execute(tx);
  return rows[0]!;
}

const peopleIn = (reportId: number) => sql<number>`(
  select count(distinct r.person_id)::int from message_recipients r
  where r.report_id = ${reportId} and r.status <> 'suppressed')`;

/** Returns the starting call of this alarm. */
export async function startOf(db: Db | Tx, call: FinishedCall): Promise<FinishedCall> {
  if (!call.startedBy) return call;
  return db.selectFrom('triggerCalls').selectAll().where('id', '=', call.startedBy).executeTakeFirstOrThrow();
}
