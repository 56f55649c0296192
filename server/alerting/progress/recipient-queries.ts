import { type RawBuilder, sql } from 'kysely';
import { isPersonOpen } from '#server/api/by-person/access.ts';
import { shownRecipients } from '#server/api/by-person/recipients.ts';
import { containing, nestedPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { seesPrivateData, shownTo } from '#server/api/private-data.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { RecipientStatus } from '#shared/delivery-states.ts';

/** A filter of recipients. */
export interface RecipientFilter {
  status?: readonly RecipientStatus[] | null | undefined;
  answered?: boolean | null | undefined;
  search?: string | null | undefined;
}

/** Returns recipients in the order of sending. A search covers names, and visible addresses. */
export function listRecipients(
  ctx: Context,
  messageId: number,
  args: PageArgs & RecipientFilter,
): Promise<Page<Row<'messageRecipients'>>> {
  const { status, answered, search, ...page } = args;
  const term = search?.trim() ? containing(search) : null;
  const name = `message.recipients:${JSON.stringify([status, answered, term])}`;
  return nestedPage(
    ctx,
    name,
    messageId,
    page,
    (parent) => sql<Row<'messageRecipients'>>`
      select r.* from message_recipients r left join people p on p.id = r.person_id
      where r.message_id = ${parent} and not r.superseded and not (r.person_id is null and r.address_norm = '')
        and ${shownRecipients(ctx)}
        and ${conditions(ctx, { status, answered, term })}`,
  );
}

/** Returns a recipient; null if the viewer doesn't see it, or its message, report or event is deleted. */
export async function findRecipient(ctx: Context, id: number): Promise<Row<'messageRecipients'> | null> {
  const { rows } = await sql<Row<'messageRecipients'>>`
    select r.* from message_recipients r
    join messages m on m.id = r.message_id and m.is_active
    join reports o on o.id = r.report_id and o.is_active
    join events e on e.id = o.event_id and e.is_active
    where r.id = ${id} and not r.superseded and not (r.person_id is null and r.address_norm = '')
      and ${shownRecipients(ctx)}`.execute(ctx.db);
  return rows[0] ?? null;
}

function conditions(
  ctx: Context,
  { status, answered, term }: Omit<RecipientFilter, 'search'> & { term: string | null },
): RawBuilder<unknown> {
  const parts = [sql`true`];
  if (status) parts.push(sql`r.status = any(${status})`);
  if (typeof answered === 'boolean') {
    parts.push(sql`${isPersonOpen(ctx, sql`r.report_id`, sql`r.person_id`)} and ${answered} = exists (
      select 1 from answers a
      where a.report_id = r.report_id and a.person_id = r.person_id and a.withdrawn_at is null)`);
  }
  if (term) {
    parts.push(sql`(p.first_name || ' ' || p.last_name || ' ' || p.first_name ilike ${term}
      or ((${seesPrivateData(ctx)} or not r.is_private) and r.target_address ilike ${term}))`);
  }
  return sql.join(parts, sql` and `);
}

/** Returns the address, masked if private and the viewer doesn't edit contacts. */
export const shownAddress = (ctx: Pick<Context, 'viewer'>, row: { targetAddress: string; isPrivate: boolean }) =>
  shownTo(ctx, row.targetAddress, row.isPrivate);

/** An answer with the chosen option. */
export type AnswerRow = Row<'answers'>;

/** Returns current answers by `report:person`. */
export async function newestAnswers(db: Db, keys: readonly string[]): Promise<Map<string, AnswerRow>> {
  const pairs = keys.map((key) => key.split(':').map(Number));
  const { rows } = await sql<AnswerRow>`
    select distinct on (a.report_id, a.person_id) a.*
    from unnest(${pairs.map(([report]) => report)}::int[], ${pairs.map(([, person]) => person)}::int[]) as k (report, person)
    join answers a on a.report_id = k.report and a.person_id = k.person and a.withdrawn_at is null
    order by a.report_id, a.person_id, a.option_id is null, a.id desc`.execute(db);
  return new Map(rows.map((row) => [`${row.reportId}:${row.personId}`, row]));
}

/** Returns recipients who may have had the message before a repetition. */
export async function hadBefore(db: Db, ids: readonly number[]): Promise<Map<number, true>> {
  const { rows } = await sql<{ id: number }>`
    select distinct n.id from message_recipients n
    join message_recipients r on r.report_id = n.report_id and r.person_id = n.person_id and r.message_id = n.message_id
    where n.id = any(${ids}) and r.superseded and r.id < n.id
      and (r.maybe_duplicate or r.status in ${recipientStates.accepted})`.execute(db);
  return new Map(rows.map(({ id }) => [id, true]));
}
