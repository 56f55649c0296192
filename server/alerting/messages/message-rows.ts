import { type RawBuilder, sql } from 'kysely';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import { failedLast } from '#server/channels/health.ts';
import { adapterFor, addressKinds, providerFor } from '#server/channels/registry.ts';
import { answerOptions, type MessageContent } from '#server/channels/rendering/content.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import type { FeedField } from '#shared/feed-field.ts';
import type { Versions } from '#shared/text-versions.ts';
import { isRollCall } from './report-rules.ts';

/** A message with the data for sending. */
export interface MessageRow {
  id: number;
  reportId: number;
  eventId: number;
  mode: 'LIVE' | 'EXERCISE' | 'TEST';
  status: string;
  title: string;
  content: string;
  requestAnswer: boolean;
  channelId: number;
  channel: string;
  channelEn: string | null;
  channelType: string;
  channelActive: boolean;
  /** Why the channel can't send, or null. */
  channelTrouble: string | null;
  /** Nothing was ever sent over the channel, not even a test, and no attempt failed because of it. */
  channelNeverWorked: boolean;
  /** The channel's newest attempt failed. */
  channelLastFailed: boolean;
  channelSettings: unknown;
  feedValues: unknown;
  reportType: string;
  /** A correction or all-clear, which goes to possible recipients of that report. */
  isFollowUp: boolean;
  /** It follows an activation, or a follow-up of one. */
  followsAlarm: boolean;
  /** It or the followed report has an all-clear. */
  isCleared: boolean;
  requiresRelease: boolean;
  /** By language, prepared or written. */
  prepared: Versions | null;
  /** Set if the text exists in several languages. */
  sharedTextLanguage: string | null;
  /** The report's text went out with another message. */
  isTextSent: boolean;
  options: MessageContent['options'];
  /** Later answers count as late. */
  answerUntil: Date | null;
  insertedBy: number | null;
  launchedBy: number | null;
  /** By another user, if required. */
  releasedAt: Date | null;
  sendAt: Date | null;
  /** A copied installation's original may have sent it. */
  perhapsSent: boolean;
  /** The function's group for its recipients. */
  forGroupId: number | null;
}

/** SQL: whether a report follows an alarm, directly or not. */
export const followsAlarm = (reportId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
    with recursive followed (id) as (
      select follows_id from report_follow_ups where report_id = ${reportId}
      union select f.follows_id from report_follow_ups f join followed d on d.id = f.report_id)
    select 1 from followed d join reports o on o.id = d.id join report_types ot on ot.id = o.report_type_id
    where ot.identifier = 'activation')`;

/** SQL: whether a report, or one that it follows, has an all-clear. False for all-clears and their follow-ups. */
export const isCleared = (reportId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
    with recursive followed (id) as (
      select ${reportId}
      union select f.follows_id from report_follow_ups f join followed d on d.id = f.report_id and f.kind <> 'all_clear')
    select 1 from followed d join reports o on o.id = d.id where o.all_clear_at is not null)`;

const sharedTextLanguage = sql<string | null>`case when
    r.prepared -> r.language ->> 'title' = r.title and r.prepared -> r.language ->> 'content' = r.content
  then r.language end`;

const isTextSent = sql<boolean>`exists (
  select 1 from messages g where g.report_id = r.id and g.id <> m.id and g.is_active
    and g.launched_at is not null and g.versions is not null)`;

const selection = sql`
  select m.id, m.report_id, r.event_id, e.mode, m.status, m.title, m.content, m.request_answer, m.channel_id,
    c.name as channel, c.name_en as channel_en, ct.identifier as channel_type, c.is_active and ct.is_active as channel_active,
    c.trouble as channel_trouble, c.last_success_at is null and not ${failedLast} as channel_never_worked,
    ${failedLast} as channel_last_failed,
    c.settings as channel_settings, m.feed_values,
    rt.identifier as report_type,
    exists (select 1 from report_follow_ups f where f.report_id = r.id) as is_follow_up,
    ${followsAlarm(sql.ref('r.id'))} as follows_alarm, ${isCleared(sql.ref('r.id'))} as is_cleared,
    rt.requires_release or c.requires_release or ct.requires_release as requires_release,
    r.prepared, ${sharedTextLanguage} as shared_text_language, ${isTextSent} as is_text_sent, ${answerOptions} as options, r.answer_until,
    m.inserted_by, m.launched_by, m.released_at, m.send_at, m.perhaps_sent, m.for_group_id
  from messages m join reports r on r.id = m.report_id and r.is_active
  join events e on e.id = r.event_id and e.is_active
  join report_types rt on rt.id = r.report_type_id
  join channels c on c.id = m.channel_id join channel_types ct on ct.id = c.channel_type_id`;

const find = (db: Db | Tx, rest: RawBuilder<unknown>) => rowsOf(db, sql`m.is_active and ${rest}`);

async function rowsOf(db: Db | Tx, condition: RawBuilder<unknown>): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`${selection} where ${condition}`.execute(db);
  return rows;
}

/** Returns a message, unless it, its report or event is deleted. */
export async function findMessage(db: Db | Tx, id: number): Promise<MessageRow | null> {
  return (await find(db, sql`m.id = ${id}`))[0] ?? null;
}

/** Returns a message, even a deleted one; null if its report or event is deleted. */
export async function findEvenRemoved(db: Db | Tx, id: number): Promise<MessageRow | null> {
  return (await rowsOf(db, sql`m.id = ${id}`))[0] ?? null;
}

/**
 * SQL: a message of the report was sent or scheduled since draft `m` was deleted, so it can't be restored. Fallbacks
 * don't count.
 */
export const isOvertaken = (reportId: number): RawBuilder<boolean> => sql<boolean>`coalesce(
  coalesce(m.removed_at, m.inserted_at) < (
    select max(greatest(m.launched_at, case when m.status in ${messageStates.waiting} then m.waiting_since end))
    from messages m where m.report_id = ${reportId} and m.is_active and not m.handed_over and not ${withdrawn}), false)`;

/** Returns a report's restorable messages. */
export const removedOf = (db: Db | Tx, reportId: number): Promise<MessageRow[]> =>
  rowsOf(
    db,
    sql`not m.is_active and m.report_id = ${reportId} and m.status in ${messageStates.editable}
      and not ${isOvertaken(reportId)} order by m.id`,
  );

/** Returns a report's drafts. */
export const findDrafts = (db: Db | Tx, reportId: number): Promise<MessageRow[]> =>
  find(db, sql`m.report_id = ${reportId} and m.status = 'draft' order by m.id`);

/** Returns drafts and waiting messages. */
export const findUnsent = (db: Db | Tx, reportId: number): Promise<MessageRow[]> =>
  find(db, sql`m.report_id = ${reportId} and ${isUnsent} order by m.id`);

const isUnsent = sql`m.status in ${messageStates.unlaunched}`;

/** Locks the report and messages; returns their state. */
export const lockMessages = (tx: Tx, reportId: number, ids: readonly number[]): Promise<MessageRow[]> =>
  hold(tx, reportId, sql`m.id = any(${ids})`);

/** The same with the report's drafts. */
export const lockDrafts = (tx: Tx, reportId: number): Promise<MessageRow[]> =>
  hold(tx, reportId, sql`m.status = 'draft'`);

/** The same with the report's unsent messages. */
export const lockUnsent = (tx: Tx, reportId: number): Promise<MessageRow[]> => hold(tx, reportId, isUnsent);

/** Locks only the report, against changes to its messages. */
export async function lockReport(tx: Tx, reportId: number): Promise<void> {
  await sql`select 1 from reports where id = ${reportId} for no key update`.execute(tx);
}

async function hold(tx: Tx, reportId: number, condition: RawBuilder<unknown>): Promise<MessageRow[]> {
  const [, messages] = await Promise.all([
    lockReport(tx, reportId),
    find(tx, sql`m.report_id = ${reportId} and ${condition} order by m.id for no key update of m`),
  ]);
  return messages;
}

/** Returns whether every answer from a moment on would be late. */
export const asksUntil = ({ requestAnswer, answerUntil }: MessageRow, moment: Date): boolean =>
  requestAnswer && answerUntil !== null && answerUntil <= moment;

/** Returns whether the message belongs to an activation. */
export const isActivation = (message: Pick<MessageRow, 'reportType'>): boolean => message.reportType === 'activation';

/** Returns whether the message belongs to an all-clear. */
export const isAllClear = (message: Pick<MessageRow, 'reportType'>): boolean => message.reportType === 'all_clear';

/** Returns whether it follows an alarm that reached people. */
export const reachesAsAlarm = (message: Pick<MessageRow, 'reportType' | 'followsAlarm'>): boolean =>
  isActivation(message) || message.followsAlarm;

/** Returns whether it is an alarm or its correction. */
export const isUrgent = (message: Pick<MessageRow, 'reportType' | 'followsAlarm'>): boolean =>
  reachesAsAlarm(message) && message.reportType !== 'all_clear';

/** Returns the channel type of information, for opt-outs; undefined for alarms and follow-ups. */
export const informedOver = (message: Pick<MessageRow, 'reportType' | 'followsAlarm' | 'channelType'>) =>
  reachesAsAlarm(message) || message.reportType === 'all_clear' ? undefined : message.channelType;

type OnChannel = Pick<MessageRow, 'channelType' | 'channelSettings'>;

/** Returns whether its channel has a provider. */
export const hasProvider = ({ channelType, channelSettings }: OnChannel): boolean =>
  providerFor(channelType, channelSettings) !== undefined;

/** Returns its kinds of address; empty if it publishes. */
export const addressKindsOf = ({ channelType, channelSettings }: OnChannel): readonly string[] =>
  addressKinds(channelType, channelSettings);

/** Returns the message's fields besides title and text. */
export const feedFieldsOf = ({ channelType, channelSettings }: OnChannel): readonly FeedField[] =>
  adapterFor(channelType, channelSettings)?.feedFields ?? [];

/** Returns whether the message addresses people instead of publishing. */
export const hasRecipients = (message: OnChannel): boolean => addressKindsOf(message).length > 0;

/** Returns whether it has a question with options. */
export const isMeasured = (message: Pick<MessageRow, 'requestAnswer' | 'options'>): boolean =>
  message.requestAnswer && message.options.length > 0;

/** Returns whether stop limits apply, unlike in a roll call. */
export const takesLimits = (message: Pick<MessageRow, 'requestAnswer' | 'options'>): boolean =>
  isMeasured(message) && !isRollCall(message.options);
