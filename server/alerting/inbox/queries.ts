import { type RawBuilder, sql } from 'kysely';
import { ownersOf } from '#server/alerting/answers/address-owners.ts';
import { loadAnswerOptions } from '#server/alerting/answers/options.ts';
import { withoutCode } from '#server/alerting/answers/replies.ts';
import { type Reading, readReply } from '#server/alerting/answers/reply-words.ts';
import { isMomentOpen } from '#server/api/by-person/access.ts';
import { isClosed } from '#server/api/by-person/closed.ts';
import { loader, loadRow } from '#server/api/graphql/loaders.ts';
import { listPage, type OrderKey, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { holdsAll } from '#server/api/search/conditions.ts';
import { searchWords } from '#server/api/search/words.ts';
import { addressingTypes, addressKinds } from '#server/channels/registry.ts';
import type { Context, Loaders } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** SQL: reply `r` waits for an operator: no answer, or nothing chosen. */
export const isOpen: RawBuilder<boolean> = sql`(r.sorted_at is not null and r.filed_at is null and not exists (
  select 1 from answers a where a.id = r.answer_id and (a.option_id is not null or exists (
    select 1 from answers l where l.report_id = a.report_id and l.id > a.id and l.option_id is not null
      and (l.person_id = a.person_id or l.recipient_id = a.recipient_id)))))`;

const newestFirst: OrderKey[] = [{ key: 'id', direction: 'desc' }];

/** A filter of replies. */
export interface ReplyFilter extends PageArgs {
  /** Of this event; null: without an event. */
  eventId: number | null;
  /** Only open ones, or only the others. */
  isOpen?: boolean | null | undefined;
}

/** Returns the replies to an event, or without one, newest first. */
export function listReplies(
  ctx: Context,
  { eventId, isOpen: open, ...page }: ReplyFilter,
): Promise<Page<Row<'replies'>>> {
  const query = sql<Row<'replies'>>`
    select r.* from replies r where r.event_id is not distinct from ${eventId}::int and r.sorted_at is not null and ${isShown(ctx)}
      and ${typeof open === 'boolean' ? sql`${isOpen} = ${open}` : sql`true`}`;
  return listPage(ctx, page, query, newestFirst);
}

/** SQL: the viewer sees reply `r`: its event runs or has just ended, or it has none. */
const isShown = (ctx: Context): RawBuilder<boolean> => sql`(r.event_id is null or exists (
  select from events e where e.id = r.event_id and ${isMomentOpen(ctx, sql.ref('e'), sql.ref('r.at'))}))`;

/** Returns a sorted reply that the viewer may read, or null. */
export async function findReply(ctx: Context, id: number): Promise<Row<'replies'> | null> {
  const { rows } = await sql<Row<'replies'>>`
    select r.* from replies r where r.id = ${id} and r.sorted_at is not null and ${isShown(ctx)}`.execute(ctx.db);
  return rows[0] ?? null;
}

/** Returns whether a reply waits for an operator. */
export async function waits(ctx: { loaders: Loaders }, id: number): Promise<boolean> {
  const open = loader(ctx.loaders, 'reply.isOpen', async (ids: number[], db: Db) => {
    const { rows } = await sql<{ id: number }>`
      select r.id from replies r where r.id = any(${ids}) and ${isOpen}`.execute(db);
    return new Map(rows.map((row) => [row.id, true]));
  });
  return (await open.load(id)) ?? false;
}

/** Counts an event's replies that wait for an operator. */
export async function countOpen(ctx: { loaders: Loaders }, eventId: number): Promise<number> {
  const counts = loader(ctx.loaders, 'event.openReplies', async (ids: number[], db: Db) => {
    const { rows } = await sql<{ id: number; n: number }>`
      select r.event_id as id, count(*) as n from replies r where r.event_id = any(${ids}) and r.event_id is not null and ${isOpen}
        and not exists (select from events e where e.id = r.event_id and ${isClosed(sql.ref('e'), sql.ref('r.at'))})
      group by r.event_id`.execute(db);
    return new Map(rows.map((row) => [row.id, row.n]));
  });
  return (await counts.load(eventId)) ?? 0;
}

/** Returns whether a reply's address is private, in contact data or as a recipient's. */
export async function isPrivateAddress(ctx: { loaders: Loaders }, address: string): Promise<boolean> {
  const kinds = [...new Set([...addressingTypes().values()].flat())];
  const found = loader(ctx.loaders, 'reply.private', async (addresses: string[], db: Db) => {
    const { rows } = await sql<{ address: string }>`
      select a.address from unnest(${addresses}::text[]) as a (address)
      where exists (select 1 from message_recipients r where r.address_norm = a.address and r.is_private)
        or exists (select 1 from person_data d
          join person_data_types k on k.id = d.key_field_id and k.is_private and k.field_type = any(${kinds})
          where lower(d.value_str) = a.address)`.execute(db);
    return new Map(rows.map((row) => [row.address, true]));
  });
  return (await found.load(address)) ?? false;
}

type Arrived = Pick<Row<'replies'>, 'channelId' | 'fromAddress'>;

/** Returns the people with a reply's address, by name. */
export async function peopleWithAddress(ctx: Context, { channelId, fromAddress }: Arrived): Promise<Row<'people'>[]> {
  const kinds = await kindsOf(ctx, channelId);
  const owners = loader(ctx.loaders, `reply.senders ${kinds.join()}`, async (addresses: string[], db: Db) => {
    const { rows } = await sql<Row<'people'> & { address: string }>`
      select a.address, p.* from unnest(${addresses}::text[]) as a (address)
      join lateral ${ownersOf(sql`a.address`, kinds)} o on true join people p on p.id = o.person_id
      where p.erased_at is null group by a.address, p.id order by p.sort_name, p.id`.execute(db);
    return Map.groupBy(rows, ({ address }) => address);
  });
  return (await owners.load(fromAddress)) ?? [];
}

async function kindsOf(ctx: { loaders: Loaders }, channelId: number): Promise<readonly string[]> {
  const channel = await loadRow(ctx, 'channels', channelId);
  const type = await loadRow(ctx, 'channelTypes', channel!.channelTypeId);
  return addressKinds(type!.identifier, channel!.settings);
}

/** A possible question with the parsed answer. */
export interface Suggestion extends Reading {
  recipientId: number;
  /** The question or its person has the address. */
  sameAddress: boolean;
  unanswered: boolean;
}

type Question = Pick<Suggestion, 'recipientId' | 'sameAddress' | 'unanswered'> & { reportId: number };

const most = 20;

/** Returns possible questions: those of the address first, then the event's unanswered ones. Words filter by name. */
export async function suggestQuestions(ctx: Context, reply: Row<'replies'>, words: string): Promise<Suggestion[]> {
  const kinds = await kindsOf(ctx, reply.channelId);
  const { rows } = await sql<Question>`
    with asked as (
      select distinct on (r.report_id, r.person_id) r.id as recipient_id, r.report_id, r.person_id,
        coalesce(p.event_id = ${reply.eventId}::int, false) as same_event,
        bool_or(r.address_norm = ${reply.fromAddress} or r.person_id in ${ownersOf(sql`${reply.fromAddress}`, kinds)})
          over (partition by r.report_id, r.person_id) as same_address,
        e.is_running and coalesce(p.answer_until > clock_timestamp(), true) as open
      from message_recipients r join reports p on p.id = r.report_id and p.is_active
      join events e on e.id = p.event_id and e.is_active and e.mode = 'LIVE'
      join people o on o.id = r.person_id and o.erased_at is null and ${holdsAll(sql`o.search`, searchWords(words))}
      where r.token_hash is not null and r.attempts > 0
        and (e.is_running or p.event_id = ${reply.eventId}::int or e.finished_at > clock_timestamp() - interval '1 day')
      order by r.report_id, r.person_id, r.channel_id = ${reply.channelId} desc, r.id desc),
    judged as (
      select a.*, a.open and not exists (select 1 from answers x
        where x.report_id = a.report_id and x.person_id = a.person_id and x.option_id is not null) as unanswered
      from asked a)
    select j.recipient_id, j.same_address, j.unanswered, j.report_id
    from judged j join people o on o.id = j.person_id
    order by j.same_address desc, j.same_event desc, j.unanswered desc, j.report_id desc, o.sort_name, o.id
    limit ${most}`.execute(ctx.db);
  const said = withoutCode(reply.text);
  return Promise.all(
    rows.map(async ({ reportId, ...question }) => ({
      ...question,
      ...readReply(said, await loadAnswerOptions(ctx, reportId)),
    })),
  );
}
