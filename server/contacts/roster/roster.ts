import { loader } from '#server/api/graphql/loaders.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { holdGroup } from '#server/contacts/groups/hold.ts';
import { recordContacts } from '#server/contacts/record-change.ts';
import type { Context } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { gapsIn } from './gaps.ts';
import { loadTurns, type Span, type Turn } from './turns.ts';

/** A roster's own properties. */
export interface Roster {
  groupId: number;
  alwaysNeeded: boolean;
  /** The creation of its calendar address; null without one. */
  linkedAt: Date | null;
}

/** Returns a group's roster; an empty one without entries. */
export async function loadRoster(ctx: Context, groupId: number): Promise<Roster> {
  const rosters = loader<number, Roster>(ctx.loaders, 'group.roster', async (ids, db) => {
    const rows = await db.selectFrom('rosters').selectAll().where('groupId', 'in', ids).execute();
    return new Map(
      rows.map(({ groupId: id, alwaysNeeded, linkedAt }) => [id, { groupId: id, alwaysNeeded, linkedAt }]),
    );
  });
  return (await rosters.load(groupId)) ?? { groupId, alwaysNeeded: false, linkedAt: null };
}

export async function setAlwaysNeeded(ctx: SignedIn, groupId: number, alwaysNeeded: boolean): Promise<number> {
  await inTransaction(ctx.db, async (tx) => {
    const group = await holdGroup(tx, groupId);
    const held = tx.selectFrom('rosters').select('alwaysNeeded').where('groupId', '=', groupId);
    const before = (await held.executeTakeFirst())?.alwaysNeeded ?? false;
    if (before === alwaysNeeded) return;
    const stored = tx.insertInto('rosters').values({ groupId, alwaysNeeded });
    await stored.onConflict((conflict) => conflict.column('groupId').doUpdateSet({ alwaysNeeded })).execute();
    await recordContacts(tx, ctx, {
      type: 'Roster',
      row: group,
      before: { alwaysNeeded: before },
      after: { alwaysNeeded },
    });
  });
  return groupId;
}

const longestDays = 93;
// more than a week of the largest roster
const mostTurns = 10_000;

/** Returns a roster's turns and gaps; refuses more than a quarter of a year. Equal periods load together. */
export async function turnsOf(
  { loaders }: Pick<Context, 'loaders'>,
  { groupId, alwaysNeeded }: Roster,
  span: Span,
): Promise<{ turns: Turn[]; gaps: Span[] }> {
  const [from, until] = [span.from.getTime(), span.until.getTime()];
  if (until <= from || until - from > longestDays * 86_400_000) {
    throw new Refusal('error_invalid_date', { until: 'error_invalid_date' });
  }
  const rosters = loader<number, Turn[]>(loaders, `roster.turns ${from} ${until}`, async (ids, db) => {
    const found = await loadTurns(db, ids, span, mostTurns + 1);
    if (found.length > mostTurns) throw new Refusal('error_query_too_large');
    return Map.groupBy(found, (turn) => turn.groupId);
  });
  const turns = (await rosters.load(groupId)) ?? [];
  return { turns, gaps: gapsIn(turns, span, alwaysNeeded) };
}
