import { type RawBuilder, sql } from 'kysely';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/**
 * SQL: each person with one group, the largest in their paths. Names are frozen at the launch (the last step of `via`),
 * so later moves change no figure.
 */
export const oneGroupEach = (reports: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with ways as (
    select og_r.person_id, regexp_replace(og_v, '^.* \u203a ', '') as name,
      bool_or(og_r.status not in ${recipientStates.notAsked}) as asked
    from message_recipients og_r cross join lateral unnest(og_r.via) og_v
    where og_r.report_id = any(${reports}) and og_r.person_id is not null group by 1, 2),
  sizes as (select og_w.name, count(*) as n from ways og_w where og_w.asked group by og_w.name)
  select distinct on (w.person_id) w.person_id, w.name from ways w join sizes s on s.name = w.name
  order by w.person_id, s.n desc, w.name)`;
