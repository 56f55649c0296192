import { listPage, type Page, type PageArgs } from '#server/api/graphql/page.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';

/** Returns an event's situation reports, newest first. Without an event all; those of a draft only for its author. */
export function listSituationReports(
  ctx: Context,
  eventId: number | null,
  args: PageArgs,
): Promise<Page<Row<'situationReports'>>> {
  const query =
    eventId === null
      ? existing(ctx.db).where(({ eb, or }) =>
          or([eb('e.isPrepared', '=', false), eb('e.insertedBy', '=', ctx.viewer?.id ?? null)]),
        )
      : existing(ctx.db).where('s.eventId', '=', eventId);
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
