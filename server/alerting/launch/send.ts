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
  isAllClear,
  lockDrafts,
  lockMessages,
  type MessageRow,
} from '#server/alerting/messages/message-rows.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { refuseRevoked } from '#server/api/viewer/still-may.ts';
import { type Context, can } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { keepPlans, planEachTime } from '#server/platform/database/keep-plans.ts';
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
  await start(ctx, 'sendMessage', request, (tx, reportId) => lockMessages(tx, reportId, [request.id]));
  return request.id;
}

/** Sends a report's drafts together. Removes those without recipients, if others have some. */
export async function sendReport(ctx: Context, request: SendRequest): Promise<number> {
  await start(ctx, 'sendReport', request, lockDrafts);
  return request.id;
}

type Target = Pick<MessageRow, 'eventId' | 'reportId' | 'reportType' | 'followsAlarm'> & Pick<Row<'events'>, 'mode'>;

type Verb = 'sendMessage' | 'sendReport';

/** Returns the report of an existing message or report to send. */
export function findTarget(tx: Tx, verb: Verb, id: number): Promise<Target | undefined> {
  const reports = tx
    .selectFrom('reports as r')
    .innerJoin('events as e', 'e.id', 'r.eventId')
    .innerJoin('reportTypes as t', 't.id', 'r.reportTypeId')
    .select(['r.id as reportId', 'r.eventId', 'e.mode', 't.identifier as reportType'])
    .select(followsAlarm(sql.ref('r.id')).as('followsAlarm'))
    .where('r.isActive', '=', true);
  if (verb === 'sendReport') return reports.where('r.id', '=', id).executeTakeFirst();
  return reports
    .innerJoin('messages as m', 'm.reportId', 'r.id')
    .where('m.id', '=', id)
    .where('m.isActive', '=', true)
    .executeTakeFirst();
}

async function start(ctx: Context, verb: Verb, request: SendRequest, lock: LockDrafts): Promise<void> {
  let isAnnounced = false;
  await withRetries(ctx.db, async (tx) => {
    await keepPlans(tx);
    const target = await findTarget(tx, verb, request.id);
    if (!target) throw new Refusal('error_not_found');
    requireSending(ctx, target);
    const withoutRelease = request.withoutRelease ?? false;
    if (withoutRelease && !can(ctx, 'send_activation_message')) throw new Refusal('error_forbidden'); // crisis managers
    if (!isAnnounced) announce(ctx, target);
    isAnnounced = true;
    const locked = await lockForLaunch(ctx, tx, { verb, request, target, lock });
    if (!locked) return;
    const { state, messages } = locked;
    if (!messages.length) throw new Refusal('error_no_drafts'); // or another user removed it at this moment
    if (messages.some(({ status }) => !isOneOf(messageSets.editable, status))) {
      throw new Refusal('error_message_already_sent');
    }
    // they read all recipients of other reports
    if (messages[0]!.isFollowUp || isAllClear(messages[0]!)) await planEachTime(tx);
    const added = verb === 'sendReport' ? await addLate(tx, messages, ctx.viewer!.id) : [];
    const all = added.length ? await lock(tx, target.reportId) : messages;
    const prepared = await prepareMessages({ db: tx, viewer: ctx.viewer }, all, state);
    const wanted = withoutBlocked(prepared);
    // before the launch, which starts the checks
    await watchLeft(tx, leftBeside(wanted, prepared, withoutRelease), withoutRelease);
    await dispatch(ctx, tx, wanted, state, request);
    await removeUnreachable(tx, prepared);
  });
}

/** Lets workers yield to an alarm from now on, and connect if it leaves over real channels. */
function announce({ db }: Context, { mode, ...report }: Target): void {
  if (!isActivation(report)) return;
  publish(db, mode === 'LIVE' ? { alarm: true, connect: true } : { alarm: true }).catch(() => {});
}

type LockDrafts = (tx: Tx, reportId: number) => Promise<MessageRow[]>;

interface DraftLocks {
  verb: Verb;
  request: SendRequest;
  target: Target;
  lock: LockDrafts;
}

/** Takes the launch key, then locks event and drafts and checks the sender's rights. Returns null for a repeated request. */
async function lockForLaunch(
  ctx: Context,
  tx: Tx,
  { verb, request: { id, launchKey, sendAt, withoutRelease, seen }, target, lock }: DraftLocks,
): Promise<{ state: OpenState; messages: MessageRow[] } | null> {
  const viewer = ctx.viewer!;
  const { reportId, eventId } = target;
  const isFirst = await takeLaunchKey(tx, viewer.id, launchKey, [verb, id, sendAt ?? null, withoutRelease ?? false]);
  if (!isFirst) return null;
  const state = await launchInEvent(tx, eventId);
  const messages = await lock(tx, reportId);
  if (seen && messages.length && (await draftRevision(tx, reportId)) !== seen)
    throw new Refusal('error_report_changed');
  await refuseRevoked(tx, viewer, sendingFeature(target)); // since the wait
  if (withoutRelease) await refuseRevoked(tx, viewer, 'send_activation_message');
  return { state, messages };
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
