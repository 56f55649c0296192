import { type EventState, eventStateOf } from '#server/alerting/event-log/states.ts';
import { fallbackTextOf } from '#server/alerting/fallback/fallback-message.ts';
import { planFallback } from '#server/alerting/fallback/fallback-plan.ts';
import { feedFieldsOf, hasProvider, hasRecipients, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { versionFiller } from '#server/alerting/messages/versions.ts';
import { outcomeIn, type Resolution, recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { resolveMessages } from '#server/alerting/recipients/resolve-messages.ts';
import { eventValues } from '#server/alerting/snippets/values.ts';
import type { Viewer } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { checkFeed } from '#shared/feed-field.ts';
import {
  openPlaceholders,
  type PlaceholderValues,
  personalPlaceholders,
  placeholdersIn,
} from '#shared/placeholders.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Versions } from '#shared/text-versions.ts';

/** A message ready to send. */
export interface Prepared {
  message: MessageRow;
  /** The recipients; null if its channel publishes. */
  resolution: Resolution | null;
  /** The values of its placeholders, except personal ones. */
  values: PlaceholderValues;
  /** By language; null for one. */
  versions: Versions | null;
  blockers: RefusalKey[];
  /** For people whom the chosen messages don't reach. */
  isFallback?: boolean;
}

/** Resolves recipients and placeholders, and finds blockers. Callers that have locked the event pass its state. */
export async function prepareMessages(
  ctx: { db: Db | Tx; viewer: Pick<Viewer, 'id'> | null },
  messages: readonly MessageRow[],
  held?: EventState,
): Promise<Prepared[]> {
  const first = messages[0];
  if (!first) return [];
  const state = held ?? (await eventStateOf(ctx.db, first.eventId));
  const [values, resolutions] = await Promise.all([
    eventValues(ctx, first.eventId, { report: first.reportId }),
    resolveMessages(ctx.db, messages),
  ]);
  const fill = versionFiller(ctx, messages);
  const prepared: Prepared[] = [];
  for (const message of messages) {
    const resolution = resolutions.get(message.id) ?? null;
    const recipients = resolution ? resolution.recipients : null;
    const { versions, open } = await fill(message);
    const blockers = blockersOf(message, { state, values, recipients, versions, open });
    prepared.push({ message, resolution, values, versions, blockers });
  }
  return withFallbacks(ctx.db, prepared);
}

/** A fallback unblocks an alarm without own recipients. */
async function withFallbacks(db: Db | Tx, prepared: Prepared[]): Promise<Prepared[]> {
  if (!prepared.some(({ blockers }) => blockers.includes('error_no_recipients'))) return prepared;
  const plan = await planFallback(db, prepared);
  const taken = plan.flatMap(({ resolution }) => [...recipientsOf(resolution)].map(({ personId }) => personId));
  return prepared.map((one) => {
    const { resolution } = one;
    // no chosen channel reaches any of them
    const passesOn = resolution && taken.some((personId) => outcomeIn(resolution, personId) !== 'unknown');
    return passesOn ? { ...one, blockers: one.blockers.filter((key) => key !== 'error_no_recipients') } : one;
  });
}

/** Returns fallback messages as they would be created; their ids aren't real. */
export async function fallbackMessages(db: Db | Tx, prepared: readonly Prepared[]): Promise<Prepared[]> {
  const first = prepared[0];
  const plan = first ? await planFallback(db, prepared) : [];
  if (!first || !plan.length) return [];
  const { values, message: chosen } = first;
  const text = await fallbackTextOf(db, chosen.reportId, values, chosen);
  const together = prepared.map(({ message }) => message);
  const { versions } = await versionFiller({ db, viewer: null }, together)({ ...chosen, ...text });
  const requestAnswer = prepared.some(({ message }) => message.requestAnswer);
  return plan.map(({ channel, resolution }) => ({
    message: {
      ...chosen,
      ...channel,
      ...text,
      requestAnswer,
      channelTrouble: null,
      channelNeverWorked: false,
      channelLastFailed: false,
      requiresRelease: false,
      forGroupId: null, // each person counts for their own message's function
      id: -channel.channelId,
    },
    resolution,
    values,
    versions,
    blockers: [],
    isFallback: true,
  }));
}

function blockersOf(
  message: MessageRow,
  found: {
    state: EventState;
    values: PlaceholderValues;
    recipients: number | null;
    versions: Versions | null;
    open: boolean;
  },
): RefusalKey[] {
  const { state, values, recipients, versions, open } = found;
  const allClear = message.reportType === 'all_clear';
  const texts = [message.title, message.content];
  const inAll = [...texts, ...Object.values(versions ?? {}).flatMap(({ title, content }) => [title, content])];
  const feed = checkFeed(feedFieldsOf(message), message.feedValues);
  const isPublic = hasProvider(message) && !hasRecipients(message);
  const reasons: [RefusalKey, boolean][] = [
    ['error_event_archived', state === 'archived'],
    ['error_event_finished', state === 'finished' && !allClear],
    ['error_all_clear_given', message.isCleared],
    ['error_channel_inactive', !message.channelActive],
    ['error_channel_no_provider', !hasProvider(message)],
    ['error_message_empty', texts.every((text) => plainText(text) === '')],
    ['error_open_placeholders', open || texts.some((text) => openPlaceholders(text, values).length > 0)],
    ['error_personal_in_post', isPublic && inAll.some((text) => placeholdersIn(text).some(isPersonal))],
    ['error_feed_missing', feed.missing.length > 0],
    ['error_feed_invalid', Object.keys(feed.faults).length > 0],
    ['error_no_answer_options', message.requestAnswer && hasRecipients(message) && message.options.length === 0],
    ['error_no_recipients', hasRecipients(message) && recipients === 0],
  ];
  return reasons.filter(([, holds]) => holds).map(([key]) => key);
}

const isPersonal = (name: string) => personalPlaceholders.has(name);
