import { sql } from 'kysely';
import { takesAddress } from '#server/alerting/recipients/original-recipients.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { messageStates } from '#server/platform/database/delivery-states.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';
import { fillPlaceholders, openPlaceholders, type PlaceholderValues } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Text } from '#shared/said-lines.ts';
import type { Versions } from '#shared/text-versions.ts';
import type { StepChannel } from './channels.ts';

/** Returns the report's text, or a chosen message's if that can't be sent. */
export async function fallbackTextOf(
  db: Db | Tx,
  reportId: number,
  values: PlaceholderValues,
  chosen: Text,
): Promise<Text> {
  const { rows } = await sql<Text>`select title, content from reports where id = ${reportId}`.execute(db);
  const texts = [rows[0]!.title, rows[0]!.content];
  const says = texts.some((text) => plainText(text) !== '');
  return says && texts.every((text) => openPlaceholders(text, values).length === 0) ? rows[0]! : chosen;
}

/** A fallback message. */
export interface FallbackMessage extends Text {
  reportId: number;
  channelId: number;
  requestAnswer: boolean;
  values: PlaceholderValues;
  versions: Versions | null;
  by: number | null;
  at: Date;
  recipients: number;
}

/** Creates or reopens the fallback message on a channel. */
export async function openFallbackMessage(tx: Tx, fallbacks: FallbackMessage): Promise<number> {
  const { reportId, channelId, requestAnswer, values, versions, by, at, recipients } = fallbacks;
  const [title, content] = [fillPlaceholders(fallbacks.title, values), fillPlaceholders(fallbacks.content, values)];
  const { rows } = await sql<{ id: number }>`
    insert into messages as m (report_id, channel_id, title, content, versions, request_answer, lane, recipient_count, handed_over,
      status, release_at, launched_at, launched_by, inserted_by)
    values (${reportId}, ${channelId}, ${title}, ${content}, ${versions && JSON.stringify(versions)}::jsonb, ${requestAnswer}, 'alarm', ${recipients}, true,
      'queued', ${at}, ${at}, ${by}, ${by})
    on conflict (report_id, channel_id) where handed_over and stands_in_for_id is null do update set
      recipient_count = m.recipient_count + excluded.recipient_count, finished_at = null, error = null,
      status = case when m.status in ${messageStates.running} then m.status else 'sending' end
    returning id`.execute(tx);
  return rows[0]!.id;
}

/** Returns addresses that have, or may get, the fallback message on a channel. */
export async function takenAddresses(db: Db | Tx, reportId: number, channelId: number): Promise<Set<string>> {
  const { rows } = await sql<{ norm: string }>`
    select r.address_norm as norm from message_recipients r join messages m on m.id = r.message_id
    where m.report_id = ${reportId} and m.channel_id = ${channelId} and m.handed_over and ${takesAddress}`.execute(db);
  return new Set(rows.map((row) => row.norm));
}

/** Links a message to the stop limits of these people. */
export async function linkToCascades(
  tx: Tx,
  reportId: number,
  messageId: number,
  people: readonly number[],
): Promise<void> {
  await sql`
    insert into cascade_messages (cascade_id, message_id) select distinct c.id, ${messageId}::int
    from cascades c join cascade_members m on m.cascade_id = c.id
    where c.report_id = ${reportId} and m.person_id = any(${people}) on conflict do nothing`.execute(tx);
}

/** The recipients of a fallback; `reserve` of them wait. */
export interface OpenedFallback {
  people: number;
  reserve: number;
}

/** Returns the event log's line about a fallback. */
export const fallbackLine = (
  message: number,
  title: string,
  { channel, channelEn }: StepChannel,
  { people, reserve }: OpenedFallback,
): LogContent => ({
  kind: 'message_handed_over',
  data: { message, title, channel, channelEn, people, reserve },
});
