import { sql } from 'kysely';
import { loader } from '#server/api/graphql/loaders.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Loaders } from '#server/platform/context.ts';

/** Returns the answer options of a report, in order. */
export async function loadAnswerOptions(ctx: { loaders: Loaders }, reportId: number): Promise<Row<'answerOptions'>[]> {
  const options = loader<number, Row<'answerOptions'>[]>(ctx.loaders, 'report.answerOptions', async (ids, db) => {
    const { rows } = await sql<Row<'answerOptions'>>`
      select * from answer_options where report_id = any(${ids}) order by sort_order, id`.execute(db);
    return Map.groupBy(rows, (row) => row.reportId);
  });
  return (await options.load(reportId)) ?? [];
}
