import { sql } from 'kysely';
import { requiredText } from '#server/api/input.ts';
import type { Context } from '#server/platform/context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';
import { refuseMissing } from './check.ts';
import { mailApprovers } from './mails.ts';
import {
  changeReport,
  dataOf,
  holdSituationReport,
  noteStep,
  reportReference,
  type SituationReportRow,
  templateOf,
} from './rows.ts';

const longestReason = 1000;

/** Draft or rejected → in review. Must be complete; content is immutable from here on. */
export async function submitSituationReport(ctx: Context, id: number): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdSituationReport(tx, id);
    const row = await changeReport(tx, id, {
      from: ['draft', 'rejected'],
      set: sql`status = 'in_review', submitted_by = ${by}, submitted_at = now(), reject_reason = null,
        approved_by = null, decided_at = null`,
      refusal: 'error_situation_report_fixed',
    });
    refuseMissing(templateOf(before), dataOf(before));
    await noteStep(tx, row.eventId, by, { kind: 'situation_report_submitted', data: reportReference(row) });
    await mailApprovers(ctx, tx, row);
    return row;
  });
}

/** In review → draft, before a decision. */
export function withdrawSituationReport(ctx: Context, id: number): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdSituationReport(tx, id);
    const row = await changeReport(tx, id, {
      from: ['in_review'],
      set: sql`status = 'draft', submitted_by = null, submitted_at = null`,
      refusal: 'error_situation_report_not_waiting',
    });
    await noteStep(tx, row.eventId, by, { kind: 'situation_report_withdrawn', data: reportReference(row) });
    return row;
  });
}

/** With `version`, only for that version. */
export interface Decided {
  id: number;
  version?: number | null | undefined;
}

/** In review → approved, not by its authors. */
export function approveSituationReport(ctx: Context, decided: Decided): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  const set = sql`status = 'approved', approved_by = ${by}, decided_at = now()`;
  return decide(ctx, decided, set, (row) => ({ kind: 'situation_report_approved', data: reportReference(row) }));
}

/** In review → rejected, with the reason. */
export async function rejectSituationReport(
  ctx: Context,
  decided: Decided,
  given: string,
): Promise<SituationReportRow> {
  const reason = requiredText('reason', given, longestReason);
  const set = sql`status = 'rejected', reject_reason = ${reason}, decided_at = now()`;
  return decide(ctx, decided, set, (row) => ({
    kind: 'situation_report_rejected',
    data: { ...reportReference(row), reason },
  }));
}

async function decide(
  ctx: Context,
  { id, version }: Decided,
  set: ReturnType<typeof sql>,
  step: (row: SituationReportRow) => LogContent,
): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdSituationReport(tx, id);
    const row = await changeReport(tx, id, { from: ['in_review'], set, refusal: 'error_situation_report_not_waiting' });
    refuseStale(before, version);
    if ([row.insertedBy, row.submittedBy].includes(by)) throw new Refusal('error_own_situation_report');
    await noteStep(tx, row.eventId, by, step(row));
    return row;
  });
}
