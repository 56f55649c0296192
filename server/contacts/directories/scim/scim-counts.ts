import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Context } from '#server/platform/context.ts';

interface Counts {
  directoryId: number;
  users: number;
  groups: number;
  changedAt: Date | null;
}

const none = { users: 0, groups: 0, changedAt: null };

async function load({ loaders }: Context, directoryId: number): Promise<Omit<Counts, 'directoryId'>> {
  const counts = loader<number, Counts>(loaders, 'directories.scim', async (ids, db) => {
    const { rows } = await sql<Counts>`
      select directory_id, count(*) filter (where kind = 'User')::int as users,
        count(*) filter (where kind = 'Group')::int as groups, max(updated_at) as changed_at
      from scim_resources where directory_id = any(${ids}) group by directory_id`.execute(db);
    return new Map(rows.map((row) => [row.directoryId, row]));
  });
  return (await counts.load(directoryId)) ?? none;
}

export const countScim = (ctx: Context, directoryId: number): Promise<{ users: number; groups: number }> =>
  load(ctx, directoryId);

export const scimChangedAt = async (ctx: Context, directoryId: number): Promise<Date | null> =>
  (await load(ctx, directoryId)).changedAt;
