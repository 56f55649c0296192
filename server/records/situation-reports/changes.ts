import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Loaders } from '#server/platform/context.ts';
import { changedReportFields, type ReportData } from '#shared/situation-report-data.ts';
import { dataOf, type SituationReportRow, templateOf } from './rows.ts';

/** Data and number of the previous report. */
export interface PreviousReport {
  number: number;
  data: ReportData;
}

/** Returns the previous report, or null. One statement per request. */
export async function loadBefore(ctx: { loaders: Loaders }, row: SituationReportRow): Promise<PreviousReport | null> {
  if (row.previousId === null) return null;
  const before = loader<number, PreviousReport>(ctx.loaders, 'situationReport.before', async (ids, db) => {
    const { rows } = await sql<PreviousReport & { id: number }>`
      select id, number, data from situation_reports where id = any(${ids})`.execute(db);
    return new Map(rows.map((found) => [found.id, found]));
  });
  return (await before.load(row.previousId)) ?? null;
}

/** Returns fields that differ from the previous report. */
export async function loadChangedFields(ctx: { loaders: Loaders }, row: SituationReportRow): Promise<string[]> {
  const before = await loadBefore(ctx, row);
  return before ? changedReportFields(templateOf(row), before.data, dataOf(row)) : [];
}
