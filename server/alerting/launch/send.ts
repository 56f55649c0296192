import { sql } from 'kysely';
import { databaseNow } from '#server/alerting/cascade/cascade-queries.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { launchInEvent, type OpenState } from '#server/alerting/event-log/states.ts';
import { revealEvent } from '#server/alerting/event-log/step.ts';
import { draftRevision } from '#server/alerting/messages/draft-revision.ts';
import { watchLeft } from '#server/alerting/messages/follow-watches.ts';
import { mailReleaseRequest } from '#server/alerting/messages/mails.ts';
import {
  asksUntil,
  followsAlarm,
  isActivation,
  lockDrafts,
  lockMessages,
  type MessageRow,
} from '#server/alerting/messages/message-rows.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { refuseRevoked } from '#server/api/viewer/still-may.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { readNumber } from '#server/platform/settings/settings.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';
import type { LogContent, LogData } from '#shared/event-log/kinds.ts';
import { type OfAlarm, sendingFeature } from '#shared/permissions.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { addLateChannels } from './late-channels.ts';
import { launch } from './launch.ts';
import { takeLaunchKey } from './launch-key.ts';
import { type Prepared, prepareMessages } from './prepare.ts';
import { removeUnreachable } from './remove-unreachable.ts';

/** The options of sending. */
export interface SendRequest {
  id: number;
  launchKey: string;
  sendAt?: Date | null | undefined;
  /** Sends although a required release is missing; only for crisis managers. */
  withoutRelease?: boolean | null | undefined;
  /** The `draftRevision` that the sender saw; refused if changed. */
  seen?: string | null | undefined;
}

/** Sends a draft: at once (after the undo window), at `sendAt`, or to a user who can release it. */
export async function sendMessage(ctx: Context, request: SendRequest): Promise<number> {
  const found = await ctx.db
    .selectFrom('messages as m')
    .innerJoin('reports as r', 'r.id', 'm.reportId')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .innerJoin('reportTypes as t', 't.id', 'r.reportTypeId')
    .select(['m.id', 'm.reportId', 'r.eventId', 'e.mode', 't.identifier as reportType', ofAlarm])
    .where('m.id', '=', request.id)
    .where('m.isActive', '=', true)
    .where('r.isActive', '=', true)
    .executeTakeFirst();
  if (!found) throw new Refusal('error_not_found');
  await start(ctx, 'sendMessage', request, found, (tx) => lockMessages(tx, found.reportId, [found.id]));
  return found.id;
}

/** Sends a report's drafts together. Removes those without recipients, if others have some. */
export async function sendReport(ctx: Context, request: SendRequest): Promise<number> {
  const report = await ctx.db
    .selectFrom('reports as r')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .innerJoin('reportTypes as t', 't.id', 'r.reportTypeId')
    .select(['r.id as reportId', 'r.eventId', 'e.mode', 't.identifier as reportType', ofAlarm])
    .where('r.id', '=', request.id)
    .where('r.isActive', '=', true)
    .executeTakeFirst();
  if (!report) throw new Refusal('error_not_found');
  await start(ctx, 'sendReport', request, report, (tx) => lockDrafts(tx, report.reportId));
  return report.reportId;
}

type Target = Pick<MessageRow, 'eventId' | 'reportType' | 'followsAlarm'> & Pick<Row<'events'>, 'mode'>;

const ofAlarm = followsAlarm(sql.ref('r.id')).as('followsAlarm');

async function start(
  ctx: Context,
  verb: 'sendMessage' | 'sendReport',
  request: SendRequest,
  { eventId, mode, ...report }: Target,
  hold: (tx: Tx) => Promise<MessageRow[]>,
): Promise<void> {
  requireSending(ctx, report);
  const { id, launchKey, sendAt, withoutRelease, seen } = request;
  if (withoutRelease && !can(ctx, 'send_activation_message')) throw new Refusal('error_forbidden'); // crisis managers
  // workers yield to it from now on, and connect if it leaves over real channels
  if (isActivation(report))
    publish(ctx.db, mode === 'LIVE' ? { alarm: true, connect: true } : { alarm: true }).catch(() => {});
  await withRetries(ctx.db, async (tx) => {
    const taking = takeLaunchKey(tx, ctx.viewer!.id, launchKey, [verb, id, sendAt ?? null, withoutRelease ?? false]);
    const holding = launchInEvent(tx, eventId);
    const [first] = await Promise.all([taking, holding.catch(() => {})]); // irrelevant for a repeated request
    if (!first) return;
    const state = await holding;
    const messages = await hold(tx);
    if (seen && messages.length && (await draftRevision(tx, messages[0]!.reportId)) !== seen)
      throw new Refusal('error_report_changed');
    await refuseRevoked(tx, ctx.viewer!, sendingFeature(report)); // since the wait
    if (withoutRelease) await refuseRevoked(tx, ctx.viewer!, 'send_activation_message');
    if (!messages.length) throw new Refusal('error_no_drafts'); // or another user removed it at this moment
    if (messages.some(({ status }) => !isOneOf(messageSets.editable, status))) {
      throw new Refusal('error_message_already_sent');
    }
    const added = verb === 'sendReport' ? await addLate(tx, messages, ctx.viewer!.id) : [];
    const all = added.length ? await hold(tx) : messages;
    const prepared = await prepareMessages({ db: tx, viewer: ctx.viewer }, all, state);
    const wanted = withoutBlocked(prepared);
    // before the launch, which starts the checks
    await watchLeft(tx, leftBeside(wanted, prepared, withoutRelease ?? false), withoutRelease ?? false);
    await dispatch(ctx, tx, wanted, state, request);
    await removeUnreachable(tx, prepared);
  });
}

const addLate = (tx: Tx, drafts: readonly MessageRow[], by: number): Promise<number[]> =>
  addLateChannels(tx, { reportId: drafts[0]!.reportId, like: drafts.map(({ id }) => id), by });

/** Refuses users who may not send such a report. */
export function requireSending(ctx: Context, report: OfAlarm): void {
  if (!can(ctx, sendingFeature(report))) throw new Refusal('error_forbidden');
}

/** Refuses unsendable messages with all blockers; may drop those that only reach no one. */
export function withoutBlocked(prepared: readonly Prepared[]): Prepared[] {
  const reaching = prepared.filter(({ blockers }) => !blockers.includes('error_no_recipients'));
  const wanted = reaching.length ? reaching : prepared;
  const blockers: RefusalKey[] = [...new Set(wanted.flatMap((one) => one.blockers))];
  if (blockers[0]) throw new Refusal(blockers[0], undefined, { blockers });
  return [...wanted];
}

async function dispatch(
  ctx: Context,
  tx: Tx,
  prepared: Prepared[],
  state: OpenState,
  request: SendRequest,
): Promise<void> {
  const by = ctx.viewer!.id;
  const withoutRelease = request.withoutRelease ?? false;
  const waiting = prepared.filter(({ message }) => message.requiresRelease && !withoutRelease);
  const free = prepared.filter((one) => !waiting.includes(one));
  const later = await isLater(tx, request.sendAt);
  if (later && prepared.some(({ message }) => asksUntil(message, later))) {
    throw new Refusal('error_answer_until_early', { sendAt: 'error_answer_until_early' });
  }
  if (later) {
    for (const { message } of free) {
      const loud = withoutRelease && message.requiresRelease;
      await setAside(tx, message, by, { status: 'scheduled', sendAt: later, withoutRelease: loud });
    }
  } else if (free.length) {
    const undoSeconds = await readNumber(tx, 'undo_seconds', 10);
    const skipped = withoutRelease && free.some(({ message }) => message.requiresRelease);
    await launch(ctx, tx, free, { by, state, undoSeconds, withoutRelease: skipped });
  }
  for (const { message } of waiting) {
    await setAside(tx, message, by, { status: 'pending_approval', sendAt: request.sendAt ?? null });
    await mailReleaseRequest(ctx, tx, message.id, by);
  }
}

/** Returns a follow-up's messages without recipients; those that require a release stay with their author. */
function leftBeside(wanted: readonly Prepared[], prepared: readonly Prepared[], withoutRelease: boolean): number[] {
  return prepared
    .filter((one) => !wanted.includes(one) && one.blockers.length === 1)
    .filter(({ message }) => message.isFollowUp && (withoutRelease || !message.requiresRelease))
    .map(({ message }) => message.id);
}

/** Returns a future moment, or null for now; refuses past ones. */
export async function isLater(tx: Tx, sendAt: Date | null | undefined): Promise<Date | null> {
  if (!sendAt) return null;
  const ahead = sendAt.getTime() - (await databaseNow(tx)).getTime();
  if (ahead < -60_000) throw new Refusal('error_send_at_past', { sendAt: 'error_send_at_past' });
  return ahead > 0 ? sendAt : null;
}

type Aside =
  | { status: 'pending_approval'; sendAt: Date | null }
  | { status: 'scheduled'; sendAt: Date; withoutRelease: boolean };

async function setAside(tx: Tx, message: MessageRow, by: number, aside: Aside): Promise<void> {
  const { status, sendAt } = aside;
  await tx
    .updateTable('messages')
    .set({ status, sendAt, rejectReason: null, launchedBy: by, waitingSince: sql<Date>`clock_timestamp()` })
    .where('id', '=', message.id)
    .execute();
  const { id, title, channel, channelEn, eventId, reportId } = message;
  const data = { message: id, title, channel, channelEn };
  await revealEvent(tx, eventId);
  await appendLog(tx, { eventId, by, ...laidAside(aside, data) });
  await publish(tx, { message: [id], report: [reportId], event: [eventId], running: true });
}

function laidAside(aside: Aside, message: LogData<'message_released'>): LogContent {
  if (aside.status === 'pending_approval') {
    return { kind: 'message_pending_approval', data: { ...message, sendAt: aside.sendAt?.toISOString() ?? null } };
  }
  const { sendAt, withoutRelease } = aside;
  return { kind: 'message_scheduled', data: { ...message, sendAt: sendAt.toISOString(), withoutRelease } };
}
