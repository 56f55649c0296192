import { type RawBuilder, sql } from 'kysely';

/** SQL: when a person first asked for help since they were last safe. */
export const helpSince = (report: RawBuilder<unknown>, person: RawBuilder<unknown>): RawBuilder<Date | null> =>
  sql<Date | null>`(
    select min(hs_a.at) from answers hs_a join answer_options hs_o on hs_o.id = hs_a.option_id
    where hs_a.report_id = ${report} and hs_a.person_id = ${person} and hs_o.safety = 'NEEDS_HELP'
      and hs_a.id > coalesce((
        select max(hs_b.id) from answers hs_b join answer_options hs_p on hs_p.id = hs_b.option_id
        where hs_b.report_id = ${report} and hs_b.person_id = ${person} and hs_p.safety = 'SAFE'), 0))`;
