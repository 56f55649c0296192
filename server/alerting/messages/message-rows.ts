import { type RawBuilder, sql } from 'kysely';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import { adapterFor, addressKinds, providerFor } from '#server/channels/registry.ts';
import { answerOptions, type MessageContent } from '#server/channels/rendering/content.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import type { FeedField } from '#shared/feed-field.ts';
import type { Versions } from '#shared/text-versions.ts';

/** A message with what decides whether and how it can be sent. */
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
  /** Why the channel cannot send at the moment; null when it can. */
  channelTrouble: string | null;
  channelSettings: unknown;
  feedValues: unknown;
  reportType: string;
  /** The report corrects another, or gives the all-clear for it: it goes to exactly those who may have got that one. */
  isFollowUp: boolean;
  /** What it follows called in the crisis team, or followed what did. */
  followsAlarm: boolean;
  /** The all-clear was given for it, or for what it follows: nothing of it leaves any more. */
  isCleared: boolean;
  requiresRelease: boolean;
  /** The versions of the report's text by language, as they stand ready or were written. */
  prepared: Versions | null;
  /** The answers the report offers. */
  options: MessageContent['options'];
  /** Until when answers count; later ones are kept as late. */
  answerUntil: Date | null;
  insertedBy: number | null;
  launchedBy: number | null;
  sendAt: Date | null;
  /** An installation this one is a copy of may have sent it. */
  perhapsSent: boolean;
  /** The function, by its group, that its recipients are wanted for. */
  forGroupId: number | null;
}

/** Whether a report follows an alarm, itself or by what it follows: the second correction comes of the alarm like the first. */
export const followsAlarm = (reportId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
    with recursive followed (id) as (
      select follows_id from report_follow_ups where report_id = ${reportId}
      union select f.follows_id from report_follow_ups f join followed d on d.id = f.report_id)
    select 1 from followed d join reports o on o.id = d.id join report_types ot on ot.id = o.report_type_id
    where ot.identifier = 'activation')`;

/**
 * Whether the all-clear was given for a report or for one that it corrects or adds to. An all-clear, and what follows it,
 * is none of them.
 */
export const isCleared = (reportId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
    with recursive followed (id) as (
      select ${reportId}
      union select f.follows_id from report_follow_ups f join followed d on d.id = f.report_id and f.kind <> 'all_clear')
    select 1 from followed d join reports o on o.id = d.id where o.all_clear_at is not null)`;

const selection = sql`
  select m.id, m.report_id, r.event_id, e.mode, m.status, m.title, m.content, m.request_answer, m.channel_id,
    c.name as channel, c.name_en as channel_en, ct.identifier as channel_type, c.is_active and ct.is_active as channel_active,
    c.trouble as channel_trouble, c.settings as channel_settings, m.feed_values,
    rt.identifier as report_type,
    exists (select 1 from report_follow_ups f where f.report_id = r.id) as is_follow_up,
    ${followsAlarm(sql.ref('r.id'))} as follows_alarm, ${isCleared(sql.ref('r.id'))} as is_cleared,
    rt.requires_release or c.requires_release or ct.requires_release as requires_release,
    r.prepared, ${answerOptions} as options, r.answer_until,
    m.inserted_by, m.launched_by, m.send_at, m.perhaps_sent, m.for_group_id
  from messages m join reports r on r.id = m.report_id and r.is_active
  join events e on e.id = r.event_id and e.is_active
  join report_types rt on rt.id = r.report_type_id
  join channels c on c.id = m.channel_id join channel_types ct on ct.id = c.channel_type_id`;

const find = (db: Db | Tx, rest: RawBuilder<unknown>) => rowsOf(db, sql`m.is_active and ${rest}`);

async function rowsOf(db: Db | Tx, condition: RawBuilder<unknown>): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`${selection} where ${condition}`.execute(db);
  return rows;
}

/** A message that is not deleted, nor its report or event; null otherwise. */
export async function findMessage(db: Db | Tx, id: number): Promise<MessageRow | null> {
  return (await find(db, sql`m.id = ${id}`))[0] ?? null;
}

/** A message, also one that was taken away by itself; null where its report or event is deleted. */
export async function findEvenRemoved(db: Db | Tx, id: number): Promise<MessageRow | null> {
  return (await rowsOf(db, sql`m.id = ${id}`))[0] ?? null;
}

/**
 * Whether something of its report was sent, or set to wait for its release or its time, since draft `m` was taken away: it comes
 * back no more. What the program hands over by itself counts as sent by nobody.
 */
export const isOvertaken = (reportId: number): RawBuilder<boolean> => sql<boolean>`coalesce(
  coalesce(m.removed_at, m.inserted_at) < (
    select max(greatest(m.launched_at, case when m.status in ${messageStates.waiting} then m.waiting_since end))
    from messages m where m.report_id = ${reportId} and m.is_active and not m.handed_over and not ${withdrawn}), false)`;

/** The messages of a report that were taken away and may come back, in the order they were made. */
export const removedOf = (db: Db | Tx, reportId: number): Promise<MessageRow[]> =>
  rowsOf(
    db,
    sql`not m.is_active and m.report_id = ${reportId} and m.status in ${messageStates.editable}
      and not ${isOvertaken(reportId)} order by m.id`,
  );

/** The messages of a report that wait for being sent, in the order they were made. */
export const findDrafts = (db: Db | Tx, reportId: number): Promise<MessageRow[]> =>
  find(db, sql`m.report_id = ${reportId} and m.status = 'draft' order by m.id`);

/** The messages of a report of which nothing left yet: in their author's hands, or waiting for a release or their time. */
export const findUnsent = (db: Db | Tx, reportId: number): Promise<MessageRow[]> =>
  find(db, sql`m.report_id = ${reportId} and ${isUnsent} order by m.id`);

const isUnsent = sql`m.status in ${messageStates.unlaunched}`;

/** Holds the report and these of its messages until the transaction ends, and answers them as they are now. */
export const lockMessages = (tx: Tx, reportId: number, ids: readonly number[]): Promise<MessageRow[]> =>
  hold(tx, reportId, sql`m.id = any(${ids})`);

/** The same with all of the report's messages that wait for being sent. */
export const lockDrafts = (tx: Tx, reportId: number): Promise<MessageRow[]> =>
  hold(tx, reportId, sql`m.status = 'draft'`);

/** The same with those of which nothing left yet. */
export const lockUnsent = (tx: Tx, reportId: number): Promise<MessageRow[]> => hold(tx, reportId, isUnsent);

/** Holds the report alone until the transaction ends: none of its messages comes, goes or leaves meanwhile. */
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

/** Whether it asks for answers that count no more at this moment: whoever answers would be late from the start. */
export const asksUntil = ({ requestAnswer, answerUntil }: MessageRow, moment: Date): boolean =>
  requestAnswer && answerUntil !== null && answerUntil <= moment;

/** Whether the message belongs to an activation. */
export const isActivation = (message: Pick<MessageRow, 'reportType'>): boolean => message.reportType === 'activation';

/** Whether the message belongs to an all-clear. */
export const isAllClear = (message: Pick<MessageRow, 'reportType'>): boolean => message.reportType === 'all_clear';

/** Whether it reaches people as an alarm does: they are to hear what becomes of one that reached them. */
export const reachesAsAlarm = (message: Pick<MessageRow, 'reportType' | 'followsAlarm'>): boolean =>
  isActivation(message) || message.followsAlarm;

/** Whether it must not wait behind information: an alarm, or what was wrong with one. */
export const isUrgent = (message: Pick<MessageRow, 'reportType' | 'followsAlarm'>): boolean =>
  reachesAsAlarm(message) && message.reportType !== 'all_clear';

/**
 * The type of channel that information goes over, whose opt-outs count; undefined for alarms and for what follows or ends
 * them, which reach everybody.
 */
export const informedOver = (message: Pick<MessageRow, 'reportType' | 'followsAlarm' | 'channelType'>) =>
  reachesAsAlarm(message) || message.reportType === 'all_clear' ? undefined : message.channelType;

type OnChannel = Pick<MessageRow, 'channelType' | 'channelSettings'>;

/** Whether anything serves the message's channel; else nothing can be sent over it. */
export const hasProvider = ({ channelType, channelSettings }: OnChannel): boolean =>
  providerFor(channelType, channelSettings) !== undefined;

/** The kinds of address the message goes to; none when it publishes. */
export const addressKindsOf = ({ channelType, channelSettings }: OnChannel): readonly string[] =>
  addressKinds(channelType, channelSettings);

/** What is asked for the message besides title and text. */
export const feedFieldsOf = ({ channelType, channelSettings }: OnChannel): readonly FeedField[] =>
  adapterFor(channelType, channelSettings)?.feedFields ?? [];

/** Whether the message goes to people; the others publish. */
export const hasRecipients = (message: OnChannel): boolean => addressKindsOf(message).length > 0;

/** Whether answers are asked for and can be given, so that stop limits can be measured. */
export const isMeasured = (message: Pick<MessageRow, 'requestAnswer' | 'options'>): boolean =>
  message.requestAnswer && message.options.length > 0;
