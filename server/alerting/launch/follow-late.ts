import { sql } from 'kysely';
import { databaseNow } from '#server/alerting/cascade/cascade-queries.ts';
import { cancelAnswered } from '#server/alerting/cascade/waiting-rows.ts';
import { launchInEvent, type OpenState } from '#server/alerting/event-log/states.ts';
import { noChanges, publishChanges } from '#server/alerting/messages/changes.ts';
import { endWatches, type Following, isFreed, watchLate } from '#server/alerting/messages/follow-watches.ts';
import { laneOf } from '#server/alerting/messages/lanes.ts';
import {
  hasProvider,
  isMeasured,
  isUrgent,
  lockMessages,
  type MessageRow,
} from '#server/alerting/messages/message-rows.ts';
import { deliveryChannel } from '#server/alerting/recipients/delivery-channel.ts';
import { freezeInOrder, nextGeneration } from '#server/alerting/recipients/freeze.ts';
import { lateIn, stillLeaving, takesAddress } from '#server/alerting/recipients/original-recipients.ts';
import { type Dropped, inOrderOfSending, type Recipient } from '#server/alerting/recipients/resolution.ts';
import { resolveChoices } from '#server/alerting/recipients/resolve-messages.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';
import { coverWithAlarm } from './cover-with-alarm.ts';
import { addLateChannels, sentSinceStop } from './late-channels.ts';
import { tryLaunch } from './launch.ts';
import { prepareMessages } from './prepare.ts';

// after all has left, late receipts may still come
const pauses = { leaving: 5, afterwards: 60 };

/**
 * Sends a follow-up, once each, to people who may have received the followed report since, and schedules the next
 * check. Ends when stopped, with the event, or after a day. Without recipients so far, it is a draft.
 */
export async function followLate(app: Pick<App, 'db' | 'jobs' | 'secrets'>, following: Following): Promise<void> {
  const { messageId, reportId, eventId } = following;
  await withRetries(app.db, async (tx) => {
    const state = await openState(tx, eventId);
    const [message] = await lockMessages(tx, reportId, [messageId]);
    if (!state || !message || message.isCleared || !isOneOf(messageSets.editedOrLaunched, message.status)) {
      await endWatches(tx, [messageId]);
      return;
    }
    // first, so that the next check finds later fallbacks
    if (!(await takeTurn(tx, message))) return;
    if (state === 'finished' && message.reportType !== 'all_clear') return;
    if (message.status !== 'draft') await addLate(tx, message);
    if (!message.channelActive || !hasProvider(message)) return;
    const people = await lateIn(tx, messageId);
    if (!people.length) return;
    await (message.status === 'draft' ? launchNow(app, tx, message, state) : sendAfterwards(app, tx, message, people));
  });
}

async function openState(tx: Tx, eventId: number): Promise<OpenState | null> {
  return launchInEvent(tx, eventId).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
}

/** Lets one process take the turn; the last ends the watch. Skips late turns, as in a restored database. */
async function takeTurn(tx: Tx, { id, reportId }: MessageRow): Promise<boolean> {
  const seconds = (await stillLeaving(tx, reportId)) ? pauses.leaving : pauses.afterwards;
  const { rows } = await sql<{ isOver: boolean; isLongOver: boolean }>`
    update follow_up_watches set due_at = clock_timestamp() + make_interval(secs => ${seconds})
    where message_id = ${id} and due_at <= clock_timestamp()
    returning ends_at <= clock_timestamp() as is_over, ends_at < clock_timestamp() - interval '5 minutes' as is_long_over`.execute(
    tx,
  );
  const [turn] = rows;
  if (turn?.isOver) await endWatches(tx, [id]);
  return turn !== undefined && !turn.isLongOver;
}

/** Adds the alarm's fallbacks to a follow-up for the next run, except those from before a stop. */
async function addLate(tx: Tx, { reportId, launchedBy: by, requiresRelease, releasedAt }: MessageRow): Promise<void> {
  const launched = await tx
    .selectFrom('messages')
    .select('id')
    .where('reportId', '=', reportId)
    .where('launchedAt', 'is not', null)
    .where('isActive', '=', true)
    .execute();
  const ids = launched.map(({ id }) => id);
  const added = await addLateChannels(tx, { reportId, like: await sentSinceStop(tx, reportId, ids), by });
  await watchLate(tx, added, requiresRelease && releasedAt === null);
}

async function launchNow(app: Pick<App, 'jobs' | 'secrets'>, tx: Tx, message: MessageRow, state: OpenState) {
  const withoutRelease = await isFreed(tx, message.id);
  if (message.requiresRelease && !withoutRelease && !message.releasedAt) {
    await endWatches(tx, [message.id]); // its author must request the release
    return;
  }
  const prepared = await prepareMessages({ db: tx, viewer: null }, [message], state);
  if (prepared.some(({ blockers }) => blockers.length > 0)) return;
  // without people to inform it stays unchanged
  await tryLaunch(app, tx, prepared, {
    by: null,
    state,
    undoSeconds: 0,
    withoutRelease: withoutRelease && message.requiresRelease,
  });
  await publishChanges(app, tx, changesOf(message, await coverWithAlarm(tx, message.id)));
}

async function sendAfterwards(
  app: Pick<App, 'jobs' | 'secrets'>,
  tx: Tx,
  message: MessageRow,
  people: number[],
): Promise<void> {
  const { id, reportId, title, channel } = message;
  const choice = { lists: [], groups: [], people };
  const resolution = (await resolveChoices(tx, [{ message, choice }])).get(id)!;
  const entries = withoutTaken([...inOrderOfSending(resolution)], await takenAddresses(tx, id));
  const answered = isMeasured(message) ? await answeredIn(tx, reportId, people) : new Set<number>();
  const count = entries.filter((entry) => !('reason' in entry || answered.has(entry.personId))).length;
  const frozen = {
    messageId: id,
    reportId,
    channelId: await deliveryChannel(tx, message),
    lane: laneOf(isUrgent(message), count),
    releaseAt: await databaseNow(tx),
    answers: isMeasured(message),
    perhapsSent: message.perhapsSent,
    generation: await nextGeneration(tx, id),
  };
  await freezeInOrder(app, tx, frozen, entries, { asked: ({ personId }) => !answered.has(personId) });
  await cancelAnswered(tx, reportId, [...answered]);
  const covered = await coverWithAlarm(tx, id);
  const left = count - covered;
  if (count) await countIn(tx, id, count, left > 0);
  const changes = changesOf(message, covered);
  if (left) changes.lines.push({ kind: 'follow_up_late', data: { message: id, title, channel, people: left } });
  await publishChanges(app, tx, changes);
}

/** Returns a message's changes with people who have its text. */
function changesOf({ id, reportId, eventId, title, channel }: MessageRow, covered: number) {
  const changes = { ...noChanges(reportId, eventId), messages: [id] };
  if (covered)
    changes.lines.push({ kind: 'follow_up_in_alarm', data: { message: id, title, channel, people: covered } });
  return changes;
}

/** Drops entries whose address has the message. */
const withoutTaken = (entries: (Recipient | Dropped)[], taken: ReadonlySet<string>): (Recipient | Dropped)[] =>
  entries.map((entry) =>
    !('reason' in entry) && taken.has(entry.norm) ? { ...entry, reason: 'duplicate' as const } : entry,
  );

async function answeredIn(tx: Tx, reportId: number, people: number[]): Promise<Set<number>> {
  const { rows } = await sql<{ personId: number | null }>`
    select person_id from answers
    where report_id = ${reportId} and person_id = any(${people}) and option_id is not null`.execute(tx);
  return new Set(rows.flatMap(({ personId }) => personId ?? []));
}

async function takenAddresses(tx: Tx, messageId: number): Promise<Set<string>> {
  const { rows } = await sql<{ norm: string }>`
    select r.address_norm as norm from message_recipients r where r.message_id = ${messageId} and ${takesAddress}`.execute(
    tx,
  );
  return new Set(rows.map((row) => row.norm));
}

/** Adds people to a message, and lets it leave again if necessary. */
async function countIn(tx: Tx, messageId: number, people: number, leaves: boolean): Promise<void> {
  await sql`update messages set recipient_count = recipient_count + ${people} where id = ${messageId}`.execute(tx);
  if (!leaves) return;
  await sql`
    update messages set finished_at = null, error = null,
      status = case when status in ${messageStates.running} then status else 'sending' end
    where id = ${messageId}`.execute(tx);
}
