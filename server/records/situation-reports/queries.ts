import { isVisibleTo } from '#server/alerting/event-log/visible-to.ts';
import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** Returns the situation reports of an event, or of all, newest first; those of a draft's event only for its author. */
export function listSituationReports(
  ctx: Context,
  eventId: number | null,
  args: PageArgs,
): Promise<Page<Row<'situationReports'>>> {
  const all = existing(ctx.db).where(isVisibleTo(ctx));
  const query = eventId === null ? all : all.where('s.eventId', '=', eventId);
  return listPage(ctx, args, query, [{ key: 'id', direction: 'desc' }]);
}

/** Returns a situation report; null if its event is deleted. */
export async function findSituationReport(db: Db, id: number): Promise<Row<'situationReports'> | null> {
  return (await existing(db).where('s.id', '=', id).executeTakeFirst()) ?? null;
}

const existing = (db: Db) =>
  db
    .selectFrom('situationReports as s')
    .innerJoin('events as e', 'e.id', 's.eventId')
    .selectAll('s')
    .where('e.isActive', '=', true);
