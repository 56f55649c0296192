import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { figuresOf, findTouched, type MemberFigures, type StopLimitFigure, type Touched } from './figures.ts';

/** A count before and after. */
export interface BulkChange {
  id: number;
  before: number;
  after: number;
}

/** The actual or planned effect of a bulk action. */
export interface BulkResult {
  dryRun: boolean;
  changed: number;
  unchanged: number;
  refused: { personId: number; reason: RefusalKey }[];
  /** Affected members of the crisis team. */
  crisis: number[];
  groups: BulkChange[];
  lists: BulkChange[];
  /** Stop limits left with fewer people than wanted. */
  limits: StopLimitFigure[];
}

/** One kind of bulk action. */
export interface BulkAction {
  touches: Touched;
  /** Refuses inactive people; otherwise they count as unchanged. */
  needsActive: boolean;
  /** Changes these people; returns the changed ones, and a last step that locks the audit log. */
  act(tx: Tx, people: readonly number[]): Promise<{ changed: number[]; record?: () => Promise<void> }>;
}

class Undo extends Error {}

/** Changes many people in one transaction. A dry run rolls back, so its result is exact. */
export async function runBulk(
  ctx: Context,
  people: readonly number[],
  dryRun: boolean,
  { touches, needsActive, act }: BulkAction,
): Promise<BulkResult> {
  if (people.length > limits.bulkPeople) throw new Refusal('error_too_many', { people: 'error_too_many' });
  let result: BulkResult | undefined;
  const run = inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ id: number; isActive: boolean; isCrisis: boolean }>`
      select id, is_active, is_crisis from people where id = any(${people}) and erased_at is null
      order by id for no key update`.execute(tx);
    const known = new Map(rows.map((row) => [row.id, row]));
    const refused = people.flatMap((personId): BulkResult['refused'] => {
      const person = known.get(personId);
      if (!person) return [{ personId, reason: 'error_not_found' }];
      return needsActive && !person.isActive ? [{ personId, reason: 'error_inactive' }] : [];
    });
    const taken = people.filter((id) => !refused.some(({ personId }) => personId === id));
    const touched = await findTouched(tx, touches);
    const before = await figuresOf(tx, touched);
    const { changed, record } = await act(tx, taken);
    const after = await figuresOf(tx, touched);
    result = {
      dryRun,
      refused,
      changed: changed.length,
      unchanged: taken.length - changed.length,
      crisis: changed.filter((id) => known.get(id)?.isCrisis),
      ...consequence(before, after),
    };
    if (dryRun) throw new Undo();
    await record?.();
  });
  await run.catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  return result!;
}

function consequence(before: MemberFigures, after: MemberFigures): Pick<BulkResult, 'groups' | 'lists' | 'limits'> {
  const short = [...after.limits].filter(([id, { stopLimit, available }]) => {
    return available < stopLimit && available < (before.limits.get(id)?.available ?? 0);
  });
  return {
    groups: changes(before.groups, after.groups),
    lists: changes(before.lists, after.lists),
    limits: short.map(([, limit]) => limit),
  };
}

function changes(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): BulkChange[] {
  const ids = [...new Set([...before.keys(), ...after.keys()])].sort((a, b) => a - b);
  return ids
    .map((id) => ({ id, before: before.get(id) ?? 0, after: after.get(id) ?? 0 }))
    .filter((change) => change.before !== change.after);
}
