import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';

const shownRuns = 10;

/** Returns how many people belong to a directory. */
export async function countDirectoryPeople(ctx: Context, id: number): Promise<number> {
  const counts = loader<number, number>(ctx.loaders, 'directories.people', async (ids, db) => {
    const { rows } = await sql<{ directoryId: number; n: number }>`
      select directory_id, count(*)::int as n from directory_people where directory_id = any(${ids})
      group by directory_id`.execute(db);
    return new Map(rows.map(({ directoryId, n }) => [directoryId, n]));
  });
  return (await counts.load(id)) ?? 0;
}

export async function runsOf(ctx: Context, id: number): Promise<Row<'uploads'>[]> {
  const runs = loader<number, Row<'uploads'>[]>(ctx.loaders, 'directories.runs', async (ids, db) => {
    const { rows } = await sql<Row<'uploads'>>`
      select u.* from unnest(${ids}::int[]) as directory (id) cross join lateral (
        select * from uploads where directory_id = directory.id order by id desc limit ${shownRuns}) u
      order by u.id desc`.execute(db);
    return Map.groupBy(rows, ({ directoryId }) => directoryId!);
  });
  return (await runs.load(id)) ?? [];
}
