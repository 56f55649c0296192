import { sql } from 'kysely';
import { advance } from '#server/alerting/cascade/cascade.ts';
import { insertCascades } from '#server/alerting/cascade/cascade-insert.ts';
import type { Cascade } from '#server/alerting/cascade/cascade-queries.ts';
import { planLaunch } from '#server/alerting/cascade/launch-plan.ts';
import { callOffNotices } from '#server/alerting/cascade/stand-down.ts';
import type { OpenState } from '#server/alerting/event-log/states.ts';
import { startEvent } from '#server/alerting/event-log/step.ts';
import { takeOver } from '#server/alerting/event-log/take-over.ts';
import { openFallbackMessage } from '#server/alerting/fallback/fallback-message.ts';
import { planDelays } from '#server/alerting/fallback/plan-delays.ts';
import { noChanges, type PendingChanges, publishChanges } from '#server/alerting/messages/changes.ts';
import { watchFollowed } from '#server/alerting/messages/follow-watches.ts';
import { laneOf } from '#server/alerting/messages/lanes.ts';
import {
  isActivation,
  isAllClear,
  isMeasured,
  isUrgent,
  type MessageRow,
} from '#server/alerting/messages/message-rows.ts';
import { deliveryChannel } from '#server/alerting/recipients/delivery-channel.ts';
import { type Frozen, freezeInOrder, freezePost, nextGeneration } from '#server/alerting/recipients/freeze.ts';
import { inOrderOfSending } from '#server/alerting/recipients/resolution.ts';
import { troubledOf } from '#server/alerting/recipients/step-wakes.ts';
import { endAlarms } from '#server/alerting/stopping/all-clear.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { Refusal } from '#server/platform/errors.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { launchLines } from './launch-lines.ts';
import { fallbackMessages, type Prepared } from './prepare.ts';

/** The terms of a launch. */
export interface LaunchTerms {
  by: number | null;
  /** The event's locked state. */
  state: OpenState;
  /** Seconds to undo; 0 for activations, unless `unseen`. */
  undoSeconds: number;
  unseen?: true;
  /** A release was required, and the sender skipped it. */
  withoutRelease?: boolean;
}

type Parts = Pick<App, 'secrets' | 'jobs'>;

/** Launches in a transaction that survives a refusal, which leaves nothing but its reason. */
export async function tryLaunch(
  app: Parts,
  tx: Tx,
  prepared: readonly Prepared[],
  terms: LaunchTerms,
): Promise<RefusalKey | null> {
  await sql`savepoint launch`.execute(tx);
  try {
    await launch(app, tx, prepared, terms);
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await sql`rollback to savepoint launch`.execute(tx);
    return error.key;
  }
}

/**
 * Launches prepared messages, which the caller has locked without blockers: freezes text and recipients, starts stop
 * limits and event. Refused if no one is left to ask.
 */
export async function launch(app: Parts, tx: Tx, prepared: readonly Prepared[], terms: LaunchTerms): Promise<void> {
  const first = prepared[0]!.message;
  const ended = isAllClear(first) ? await endAlarms(tx, first, terms.by) : { lines: [], messages: [] };
  const planned = await fallbackMessages(tx, prepared);
  const undo = isActivation(first) && !terms.unseen ? 0 : terms.undoSeconds;
  const releaseAt = await markLaunched(tx, prepared, terms.by, undo);
  const fallbacks = await openFallbacks(tx, planned, { by: terms.by, at: releaseAt });
  const all = [...prepared, ...fallbacks];
  const resolutions = new Map(
    all.flatMap(({ message, resolution }) => (resolution ? [[message.id, resolution] as const] : [])),
  );
  const { cascades, asked } = await planLaunch(tx, all);
  const delays = await planDelays(tx, all);
  for (const { message, resolution } of all) {
    const frozen: Frozen = {
      messageId: message.id,
      reportId: message.reportId,
      channelId: await deliveryChannel(tx, message),
      lane: laneOf(isUrgent(message), resolution?.recipients ?? 0),
      releaseAt,
      answers: isMeasured(message),
      perhapsSent: message.perhapsSent,
      // fallback recipients join earlier ones
      generation: fallbacks.some((one) => one.message === message) ? await nextGeneration(tx, message.id) : 1,
    };
    if (resolution) {
      await freezeInOrder(app, tx, frozen, inOrderOfSending(resolution), {
        asked: ({ unlimited, personId }) => unlimited || asked.has(personId),
        delay: ({ personId }) => delays(message.id, personId),
      });
    } else await freezePost(app, tx, frozen);
  }
  const ids = all.map(({ message }) => message.id);
  await leaveAnswered(tx, first.reportId, ids, isUrgent(first));
  const reached = await insertCascades(tx, first, cascades, { at: releaseAt, launched: ids });
  if (first.isFollowUp) await watchFollowed(tx, first.reportId, [...resolutions.keys()], releaseAt);
  const changes = cascades.length
    ? await advance(tx, first.reportId, releaseAt)
    : noChanges(first.reportId, first.eventId);
  const withoutRelease = terms.withoutRelease ?? false;
  const limited = cascades.length > 0;
  const { lines, isLeaving } = await launchLines(tx, { prepared, fallbacks }, { withoutRelease, limited });
  if (!isLeaving) throw new Refusal('error_nobody_to_ask');
  const calledOff = await callOffNotices(tx, first.reportId, ids);
  await startEvent(tx, first.eventId, terms.state, terms.by); // locks its log from here on
  await takeOver(tx, first.reportId, ids, terms.by);
  const messages = [...changes.messages, ...ended.messages, ...ids, ...calledOff];
  await publishChanges(
    app,
    tx,
    { ...changes, messages, lines: [...ended.lines, ...lines, ...changesOf(changes.lines, reached)] },
    terms.by,
  );
}

const changesOf = (lines: PendingChanges['lines'], reached: readonly Cascade[]): PendingChanges['lines'] =>
  lines.filter(
    (line) =>
      line.kind !== 'limit_reached' ||
      !reached.some(({ groupId, needed }) => groupId === line.data.groupId && needed >= line.data.needed),
  );

/** Creates fallback messages for people whom no chosen channel reaches. */
async function openFallbacks(
  tx: Tx,
  planned: readonly Prepared[],
  { by, at }: { by: number | null; at: Date },
): Promise<Prepared[]> {
  const fallbacks: Prepared[] = [];
  for (const { message, resolution, ...rest } of planned) {
    const { recipients } = resolution!;
    const id = await openFallbackMessage(tx, { ...message, ...rest, by, at, recipients });
    fallbacks.push({ ...rest, resolution, message: { ...message, id } });
  }
  return fallbacks;
}

/** Marks messages as launched by now; returns the end of their undo window, in seconds from now. */
async function markLaunched(
  tx: Tx,
  prepared: readonly Prepared[],
  by: number | null,
  undoSeconds: number,
): Promise<Date> {
  const column = <T>(value: (one: Prepared) => T) => prepared.map(value);
  const waited = ({ status }: MessageRow) => isOneOf(messageSets.waiting, status);
  const lane = ({ message, resolution }: Prepared) => laneOf(isUrgent(message), resolution?.recipients ?? 0);
  const { rows } = await sql<{ releaseAt: Date | null }>`
    update messages m set title = x.title, content = x.content, versions = x.versions, lane = x.lane, recipient_count = x.recipients,
      launched_by = x.launched_by, launched_at = moment.now, release_at = moment.now + make_interval(secs => ${undoSeconds}),
      status = 'queued', error = null, reject_reason = null
    from (select date_trunc('milliseconds', statement_timestamp()) as now) moment, unnest(${column(({ message }) => message.id)}::int[],
      ${column(({ message, values }) => fillPlaceholders(message.title, values))}::text[],
      ${column(({ message, values }) => fillPlaceholders(message.content, values))}::text[],
      ${column(({ versions }) => versions && JSON.stringify(versions))}::jsonb[], ${column(lane)}::text[],
      ${column(({ resolution }) => resolution?.recipients ?? 0)}::int[],
      ${column(({ message }) => (waited(message) ? message.launchedBy : by))}::int[])
      as x (id, title, content, versions, lane, recipients, launched_by)
    where m.id = x.id returning m.release_at`.execute(tx);
  return rows[0]!.releaseAt!;
}

/** Cancels rows of people who answered. For urgent messages, wakes steps of people on a failing channel. */
async function leaveAnswered(tx: Tx, reportId: number, messageIds: number[], isUrgent: boolean): Promise<void> {
  await sql`
    with answered as (
      update message_recipients r set status = 'cancelled', status_reason = 'answered', try_at = null
      where coalesce(r.status in ${recipientStates.untried}, false)
        and exists (select from answers where report_id = ${reportId} and option_id is not null)
        and r.id in (
          select x.id from (
            select id, person_id, token_hash from message_recipients where message_id = any(${messageIds}) offset 0) x
          where x.token_hash is not null and exists (
            select from answers a
            where a.report_id = ${reportId} and a.person_id = x.person_id and a.option_id is not null)))
    insert into step_wakes (report_id, person_id)
    select report_id, person_id from (${troubledOf(reportId, messageIds)}) t where ${isUrgent}::boolean`.execute(tx);
}
