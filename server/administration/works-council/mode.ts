import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';

/** By default on, without date and reason. */
export interface CouncilMode {
  isOn: boolean;
  since: Date | null;
  by: number | null;
  reason: string | null;
}

/** The most characters of a reason. */
export const longestReason = 500;

/** Returns the state of works-council mode. */
export async function readCouncilMode(db: Db): Promise<CouncilMode> {
  const { rows } = await sql<CouncilMode>`
    select is_on, at as since, by_user_id as by, reason from works_council_changes order by id desc limit 1`.execute(
    db,
  );
  return rows[0] ?? { isOn: true, since: null, by: null, reason: null };
}

/** Switches works-council mode. Off reveals past events, which the caller confirms. All users get the reason. */
export async function setCouncilMode(
  ctx: SignedIn,
  { isOn, reason, isConfirmed }: { isOn: boolean; reason: string; isConfirmed: boolean },
): Promise<void> {
  const why = reason.trim();
  if (!why) throw new Refusal('error_required', { reason: 'error_required' });
  if (why.length > longestReason) throw new Refusal('error_too_long', { reason: 'error_too_long' });
  if (!isOn && !isConfirmed) throw new Refusal('error_required', { confirmed: 'error_required' });
  await inTransaction(ctx.db, async (tx) => {
    await tx.selectFrom('installation').select('isOnly').forUpdate().execute(); // of two at once, the second one is refused
    const { rows } = await sql<{ id: number }>`
      insert into works_council_changes (by_user_id, is_on, reason)
      select ${ctx.viewer.id}, ${isOn}, ${why}
      where ${isOn} <> coalesce((select is_on from works_council_changes order by id desc limit 1), true)
      returning id`.execute(tx);
    const [row] = rows;
    if (!row) throw new Refusal('error_already_set');
    await appendAudit(tx, {
      by: ctx.viewer.id,
      action: 'update',
      type: 'WorksCouncilMode',
      rowId: row.id,
      label: why,
      before: { isOn: !isOn },
      after: { isOn, reason: why },
    });
    await publish(tx, { system: true });
  });
}
