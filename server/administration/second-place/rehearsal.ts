import { sql } from 'kysely';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { isDay } from '#shared/fields/is-day.ts';

/** Records a rehearsal's day; refuses a future one. */
export async function recordRehearsal(ctx: SignedIn, day: string): Promise<void> {
  if (!isDay(day)) throw new Refusal('error_invalid_date', { day: 'error_invalid_date' });
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ before: string | null }>`
      select to_char(rehearsed_on, 'YYYY-MM-DD') as before from installation for update`.execute(tx);
    // time zones may differ by a day
    const { rows: changed } = await sql`
      update installation set rehearsed_on = ${day}::date where ${day}::date <= current_date + 1
      returning is_only`.execute(tx);
    if (!changed.length) throw new Refusal('error_invalid_date', { day: 'error_invalid_date' });
    await appendAudit(tx, {
      by: ctx.viewer.id,
      action: 'update',
      type: 'Installation',
      rowId: 1,
      label: 'rehearsal',
      before: { rehearsedOn: rows[0]!.before },
      after: { rehearsedOn: day },
    });
  });
}
