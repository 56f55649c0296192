import { type RawBuilder, sql } from 'kysely';

/** SQL: a report is a roll call, without effect on arrivals. */
export const asksSafety = (report: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`exists (
  select 1 from answer_options sa_o where sa_o.report_id = ${report} and sa_o.safety is not null)`;
