import { sql } from 'kysely';
import { holdEvent } from '#server/alerting/event-log/states.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { refuseStale } from '#server/platform/database/versions.ts';
import { situationReportTemplate } from '#shared/default-situation-report-template.ts';
import { checkEntry, fieldsOf, type ReportData } from '#shared/situation-report-data.ts';
import { readTemplate, type SituationReportTemplate } from '#shared/situation-report-template.ts';
import { removeAttachments } from './attachments.ts';
import { checkReportData, withChanges } from './check.ts';
import { collectFacts, logReadTo } from './facts.ts';
import {
  changeReport,
  dataOf,
  editable,
  holdSituationReport,
  lastReport,
  noteStep,
  reportReference,
  type SituationReportRow,
  templateOf,
} from './rows.ts';

/**
 * Creates a report with the type's template, filled from the last report and facts. Locks the event, so that numbers
 * are unique and without gaps.
 */
export async function createSituationReport(
  ctx: Context,
  eventId: number,
  given: unknown,
): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, eventId);
    const template = await templateFor(tx, eventId);
    const last = await lastReport(tx, eventId);
    const facts = await collectFacts(tx, template, { eventId, after: last ? await logReadTo(tx, last) : 0 });
    const entered = checkReportData(template, given);
    const start = await beginning(tx, template, eventId, last);
    const data = withChanges({ ...start, ...facts }, entered);
    const { rows } = await sql<SituationReportRow>`
      insert into situation_reports (event_id, number, data, template, previous_id, inserted_by)
      select ${eventId}, coalesce(max(number), 0) + 1, ${JSON.stringify(data)}::jsonb,
        ${JSON.stringify(template)}::jsonb, ${last?.id ?? null}, ${by}
      from situation_reports where event_id = ${eventId} returning *`.execute(tx);
    const made = rows[0]!;
    await noteStep(tx, eventId, by, { kind: 'situation_report_created', data: reportReference(made) });
    return made;
  });
}

async function templateFor(tx: Tx, eventId: number): Promise<SituationReportTemplate> {
  const { rows } = await sql<{ template: unknown }>`
    select t.situation_report_template as template from events e
    join event_types t on t.id = coalesce(e.event_type_id, e.activation_event_type_id)
    where e.id = ${eventId}`.execute(tx);
  return readTemplate(rows[0]?.template) ?? readTemplate(situationReportTemplate)!;
}

/** Returns the last report's values; time ranges continue. */
async function beginning(
  tx: Tx,
  template: SituationReportTemplate,
  eventId: number,
  last: SituationReportRow | undefined,
): Promise<ReportData> {
  const before = last ? dataOf(last) : {};
  const kept = fieldsOf(template)
    .filter(({ kind }) => kind !== 'dateTime' && kind !== 'facts')
    .filter((field) => 'value' in checkEntry(field, before[field.key])); // choices or columns may be others by now
  const event = await tx.selectFrom('events').select('eventDate').where('id', '=', eventId).executeTakeFirstOrThrow();
  const moments: ReportData = {
    asOf: new Date().toISOString(),
    periodFrom: before['asOf'] ?? event.eventDate.toISOString(),
  };
  const asked = fieldsOf(template).filter(({ key, kind }) => kind === 'dateTime' && key in moments);
  return Object.fromEntries([
    ...kept.map(({ key }) => [key, before[key] ?? null]),
    ...asked.map(({ key }) => [key, moments[key] ?? null]),
  ]);
}

/** With `version`, only for that version. */
export interface SituationReportChange {
  id: number;
  data?: unknown;
  version?: number | null | undefined;
}

/** Changes an editable report; a rejected one becomes a draft. */
export function updateSituationReport(ctx: Context, change: SituationReportChange): Promise<SituationReportRow> {
  return write(ctx, change.id, (row) => {
    refuseStale(row, change.version);
    return Promise.resolve(checkReportData(templateOf(row), change.data, dataOf(row)));
  });
}

/** Refreshes the facts of an editable report. */
export function refreshSituationReportFacts(ctx: Context, id: number): Promise<SituationReportRow> {
  return write(ctx, id, (row, tx) => factsNow(tx, row));
}

async function factsNow(tx: Tx, row: SituationReportRow): Promise<ReportData> {
  const previous = tx.selectFrom('situationReports').selectAll().where('id', '=', row.previousId);
  const before = row.previousId === null ? undefined : await previous.executeTakeFirst();
  return collectFacts(tx, templateOf(row), { eventId: row.eventId, after: before ? await logReadTo(tx, before) : 0 });
}

/**
 * Discards an editable report:
 * - Its number stays taken; content and attachments are removed.
 * - With `version`, only that version.
 * - Later drafts follow its predecessor.
 * - Rejected if a follower was submitted.
 */
export function discardSituationReport(
  ctx: Context,
  { id, version }: { id: number; version?: number | null | undefined },
): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdSituationReport(tx, id);
    const row = await changeReport(tx, id, {
      from: editable,
      set: sql`status = 'discarded', data = '{}', reject_reason = null, discarded_by = ${by}, discarded_at = now()`,
      refusal: 'error_situation_report_fixed',
    });
    refuseStale(before, version);
    await relinkFollowers(tx, row);
    await removeAttachments(tx, sql`select ${id}::int`);
    await noteStep(tx, row.eventId, by, { kind: 'situation_report_discarded', data: reportReference(row) });
    return row;
  });
}

/** Links followers to the predecessor, with its log range. */
async function relinkFollowers(tx: Tx, { id, previousId }: SituationReportRow): Promise<void> {
  const followers = await tx.selectFrom('situationReports').selectAll().where('previousId', '=', id).execute();
  for (const follower of followers) {
    const isGone = follower.status === 'discarded';
    const facts = isGone ? {} : await factsNow(tx, { ...follower, previousId });
    const data = JSON.stringify(withChanges(dataOf(follower), facts));
    await changeReport(tx, follower.id, {
      from: [...editable, 'discarded'],
      set: sql`previous_id = ${previousId}, data = ${data}::jsonb`,
      refusal: 'error_situation_report_followed',
    });
  }
}

async function write(
  ctx: Context,
  id: number,
  changesOf: (row: SituationReportRow, tx: Tx) => Promise<ReportData>,
): Promise<SituationReportRow> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const before = await holdSituationReport(tx, id);
    const data = JSON.stringify(withChanges(dataOf(before), await changesOf(before, tx)));
    const row = await changeReport(tx, id, {
      from: editable,
      set: sql`data = ${data}::jsonb, status = 'draft'`,
      refusal: 'error_situation_report_fixed',
    });
    if (before.status === 'rejected') {
      await noteStep(tx, row.eventId, by, { kind: 'situation_report_reopened', data: reportReference(row) });
    }
    return row;
  });
}
