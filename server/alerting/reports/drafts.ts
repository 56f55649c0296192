import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { addressKinds } from '#server/channels/registry.ts';
import type { Tx } from '#server/platform/database/connect.ts';

/** These lists, unless copied from the newest message. */
export interface DraftRecipients {
  lists: readonly number[];
  asBefore?: boolean;
}

/** Creates a draft per channel with the report's text. Only channels to people get recipients. */
export async function insertDrafts(
  tx: Tx,
  report: Row<'reports'>,
  channelIds: readonly number[],
  recipients: DraftRecipients,
  { requestAnswer, by }: { requestAnswer: boolean; by: number | null },
): Promise<number[]> {
  if (!channelIds.length) return [];
  const toAddress = await addressingChannels(tx, channelIds);
  const model = recipients.asBefore ? ((await messagesWithRecipients(tx, report.id)).at(-1) ?? null) : null;
  const { rows } = await sql<{ id: number; channelId: number }>`
    insert into messages (report_id, channel_id, title, content, request_answer, inserted_by)
    select ${report.id}, channel, ${report.title}, ${report.content}, ${requestAnswer}, ${by}
    from unnest(${channelIds}::int[]) with ordinality as chosen (channel, position) order by position
    returning id, channel_id`.execute(tx);
  const toPeople = rows.filter(({ channelId }) => toAddress.has(channelId)).map(({ id }) => id);
  if (model === null) await giveLists(tx, toPeople, recipients.lists);
  else await repeatChoice(tx, model, toPeople);
  return rows.map(({ id }) => id);
}

async function repeatChoice(tx: Tx, model: number, ids: readonly number[]): Promise<void> {
  await copyRecipients(tx, model, ids);
  await sql`
    update messages m set for_group_id = x.for_group_id from messages x
    where m.id = any(${ids}) and x.id = ${model} and x.for_group_id is not null`.execute(tx);
}

/** A draft message with its own text. */
export interface DraftText {
  channelId: number;
  title: string;
  content: string;
  requestAnswer: boolean;
  feedValues: unknown;
}

/** Creates a draft per text, without recipients; returns their ids in the same order. */
export async function insertTexts(
  tx: Tx,
  reportId: number,
  texts: readonly DraftText[],
  by: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into messages (report_id, channel_id, title, content, request_answer, feed_values, inserted_by)
    select ${reportId}, (d ->> 'channelId')::int, d ->> 'title', d ->> 'content', (d ->> 'requestAnswer')::boolean,
      nullif(d -> 'feedValues', 'null'), ${by}
    from jsonb_array_elements(${JSON.stringify(texts)}::jsonb) with ordinality as x (d, position) order by position
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

async function addressingChannels(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; type: string; settings: unknown }>`
    select c.id, t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.id = any(${ids})`.execute(tx);
  return new Set(rows.filter(({ type, settings }) => addressKinds(type, settings).length).map(({ id }) => id));
}

async function giveLists(tx: Tx, ids: readonly number[], lists: readonly number[]): Promise<void> {
  await sql`
    insert into message_lists (message_id, mailing_list_id, sort_order)
    select m.id, chosen.list, chosen.position from unnest(${ids}::int[]) as m (id)
    cross join unnest(${lists}::int[]) with ordinality as chosen (list, position)`.execute(tx);
}

/** Returns a report's messages with chosen recipients, in order of creation. */
export async function messagesWithRecipients(tx: Tx, reportId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from messages m where report_id = ${reportId} and is_active and (
      exists (select 1 from message_lists x where x.message_id = m.id)
      or exists (select 1 from message_groups x where x.message_id = m.id)
      or exists (select 1 from message_people x where x.message_id = m.id))
    order by id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** Returns the messages that address people. */
export async function addressing(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number; channelId: number }>`
    select id, channel_id from messages where id = any(${ids}) order by id`.execute(tx);
  const channels = await addressingChannels(
    tx,
    rows.map(({ channelId }) => channelId),
  );
  return rows.filter(({ channelId }) => channels.has(channelId)).map(({ id }) => id);
}

/** Copies another message's chosen recipients without duplicates. */
export async function copyRecipients(tx: Tx, model: number, ids: readonly number[]): Promise<void> {
  const tables = { message_lists: 'mailing_list_id', message_groups: 'group_id', message_people: 'person_id' };
  for (const [table, column] of Object.entries(tables)) {
    await sql`
      insert into ${sql.table(table)} (message_id, ${sql.ref(column)}, sort_order)
      select m.id, x.${sql.ref(column)}, x.sort_order from unnest(${ids}::int[]) as m (id)
      cross join ${sql.table(table)} x where x.message_id = ${model} on conflict do nothing`.execute(tx);
  }
}
