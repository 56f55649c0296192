import { type RawBuilder, sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { holdEvent } from '#server/alerting/event-log/states.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import type { LogContent } from '#shared/event-log/kinds.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import type { ReportData } from '#shared/situation-report-data.ts';
import { readTemplate, type SituationReportTemplate } from '#shared/situation-report-template.ts';

/** A situation report row. */
export type SituationReportRow = Row<'situationReports'>;

export const templateOf = (row: Pick<SituationReportRow, 'template'>): SituationReportTemplate =>
  readTemplate(row.template) ?? { version: 1, sections: [] };

/** Returns the entered data by field. */
export const dataOf = (row: Pick<SituationReportRow, 'data'>): ReportData => row.data as ReportData;

/**
 * Returns a report and locks its event until the transaction ends, which serializes all steps of the report. Refuses a
 * missing report and one of an archived or deleted event.
 */
export async function holdSituationReport(tx: Tx, id: number): Promise<SituationReportRow> {
  const found = await tx.selectFrom('situationReports').select('eventId').where('id', '=', id).executeTakeFirst();
  if (!found) throw new Refusal('error_not_found');
  await holdEvent(tx, found.eventId);
  return tx.selectFrom('situationReports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

type Status = 'draft' | 'in_review' | 'approved' | 'rejected' | 'distributed' | 'discarded';

/** The states in which a report is editable. */
export const editable = ['draft', 'rejected'] as const;

/** Changes a report in one of these states, or rejects with `refusal`. */
export async function changeReport(
  tx: Tx,
  id: number,
  { from, set, refusal }: { from: readonly Status[]; set: RawBuilder<unknown>; refusal: RefusalKey },
): Promise<SituationReportRow> {
  const { rows } = await sql<SituationReportRow>`
    update situation_reports set ${set}, version = version + 1
    where id = ${id} and status = any(${from}) returning *`.execute(tx);
  if (!rows[0]) throw new Refusal(refusal);
  return rows[0];
}

/** Returns the report's reference for log entries. */
export const reportReference = ({ id, number }: SituationReportRow): { situationReport: number; number: number } => ({
  situationReport: id,
  number,
});

/** Logs a report step in its event and publishes the change to subscribers of the event. */
export async function noteStep(tx: Tx, eventId: number, by: number, content: LogContent): Promise<void> {
  await appendLog(tx, { eventId, by, ...content });
  await publish(tx, { event: [eventId], running: true });
}

/** Returns the event's last valid report, which the next continues. */
export const lastReport = (db: Db | Tx, eventId: number): Promise<SituationReportRow | undefined> =>
  db
    .selectFrom('situationReports')
    .selectAll()
    .where('eventId', '=', eventId)
    .where('status', 'not in', ['rejected', 'discarded'])
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
