import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import { personOfUser } from '#server/channels/devices/devices.ts';
import type { Context } from '#server/platform/context.ts';

/** Returns the only person with the user's e-mail address, or null. */
export async function findOwnPerson(ctx: Context): Promise<number | null> {
  if (!ctx.viewer) return null;
  const own = loader<number, number | null>(ctx.loaders, 'user.person', async ([id], db) => {
    const { rows } = await sql<{ id: number | null }>`select ${personOfUser(sql`${id!}`)} as id`.execute(db);
    return new Map([[id!, rows[0]!.id]]);
  });
  return (await own.load(ctx.viewer.id)) ?? null;
}
