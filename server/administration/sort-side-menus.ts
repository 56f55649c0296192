import { sql } from 'kysely';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { sideMenu } from '#shared/administration/side-menu.ts';
import type { EntityRow } from './refs.ts';
import { record } from './save.ts';

type Entry = EntityRow & { identifier: string };

/** Sorts the side menu by renumbering ("010_home", "020_events", …). Refuses unless all entries are named. */
export async function sortSideMenus(ctx: SignedIn, ids: readonly number[]): Promise<EntityRow[]> {
  return inTransaction(ctx.db, async (tx) => {
    // no entry may change during the renumbering
    await sql`lock table side_menus in share row exclusive mode`.execute(tx);
    const { rows } = await sql<Entry>`select * from side_menus`.execute(tx);
    const known = new Map(rows.map((row) => [row.id, row]));
    if (ids.length !== rows.length || !ids.every((id) => known.has(id))) throw new Refusal('error_changed_meanwhile');
    const before = ids.map((id) => known.get(id)!);
    const after = before.map((row, at) => ({ ...row, identifier: numbered(row.identifier, at, before.length) }));
    const moved = after.filter((row, at) => row.identifier !== before[at]!.identifier);
    if (!moved.length) return before;
    const [movedIds, identifiers] = [moved.map(({ id }) => id), moved.map(({ identifier }) => identifier)];
    // temporary identifiers first, because two may swap
    await sql`update side_menus set identifier = 'moving_' || id where id = any(${movedIds})`.execute(tx);
    await sql`
      update side_menus set identifier = x.identifier
      from unnest(${movedIds}::int[], ${identifiers}::text[]) as x (id, identifier)
      where side_menus.id = x.id`.execute(tx);
    for (const row of moved) {
      const was = { identifier: known.get(row.id)!.identifier };
      await record({ ctx, tx, entity: sideMenu }, row, 'update', {
        before: was,
        after: { identifier: row.identifier },
      });
    }
    return after;
  });
}

/** In tens, which leaves room for insertions. */
function numbered(identifier: string, at: number, count: number): string {
  const name = identifier.replace(/^\d+(?:_|$)/, '') || 'entry';
  const digits = Math.max(3, String(count * 10).length);
  return `${String((at + 1) * 10).padStart(digits, '0')}_${name}`.slice(0, 100);
}
