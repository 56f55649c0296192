import { holdGroup } from '#server/contacts/groups/hold.ts';
import type { Context } from '#server/context.ts';
import type { Db } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Refusal } from '#server/errors.ts';
import { loader } from '#server/graphql/loaders.ts';
import { gapsIn } from './gaps.ts';
import { loadTurns, type Span, type Turn } from './turns.ts';

/** What holds for a roster as a whole. */
export interface Roster {
  groupId: number;
  alwaysNeeded: boolean;
  /** Since when its calendar is offered; null while it is not. */
  linkedAt: Date | null;
}

/** The roster of a group; an empty one where nothing was entered. */
export async function loadRoster(ctx: Context, groupId: number): Promise<Roster> {
  const rosters = loader<number, Roster>(ctx.loaders, 'group.roster', async (ids, db) => {
    const rows = await db.selectFrom('rosters').selectAll().where('groupId', 'in', ids).execute();
    return new Map(
      rows.map(({ groupId: id, alwaysNeeded, linkedAt }) => [id, { groupId: id, alwaysNeeded, linkedAt }]),
    );
  });
  return (await rosters.load(groupId)) ?? { groupId, alwaysNeeded: false, linkedAt: null };
}

/** Says whether somebody of the group has to be on duty at every moment. */
export async function setAlwaysNeeded(ctx: Context, groupId: number, alwaysNeeded: boolean): Promise<number> {
  await inTransaction(ctx.db, async (tx) => {
    await holdGroup(tx, groupId);
    const stored = tx.insertInto('rosters').values({ groupId, alwaysNeeded });
    await stored.onConflict((conflict) => conflict.column('groupId').doUpdateSet({ alwaysNeeded })).execute();
  });
  return groupId;
}

const longestDays = 93;

/** The turns of a roster within a span of time, and when nobody is on duty; refuses a span longer than a quarter. */
export async function turnsOf(
  db: Db,
  { groupId, alwaysNeeded }: Roster,
  span: Span,
): Promise<{ turns: Turn[]; gaps: Span[] }> {
  const length = span.until.getTime() - span.from.getTime();
  if (length <= 0 || length > longestDays * 86_400_000) {
    throw new Refusal('error_invalid_date', { until: 'error_invalid_date' });
  }
  const turns = await loadTurns(db, [groupId], span);
  return { turns, gaps: gapsIn(turns, span, alwaysNeeded) };
}
