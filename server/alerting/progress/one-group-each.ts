import { type RawBuilder, sql } from 'kysely';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/**
 * SQL: each person of these reports in at most one group, the largest of those through which the reports went to them. Groups are
 * those of the launch: moving people between groups later changes no figure.
 */
export const oneGroupEach = (reports: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
  with ways as (
    select distinct og_r.person_id, substring(og_v from '^/api/v2/groups/(\\d+)$')::int as group_id
    from message_recipients og_r cross join lateral unnest(og_r.via) og_v
    where og_r.report_id = any(${reports}) and og_r.person_id is not null and og_v like '/api/v2/groups/%'),
  sizes as (
    select og_w.group_id, count(*) as n from ways og_w join groups og_g on og_g.id = og_w.group_id
    where exists (select from message_recipients og_a where og_a.report_id = any(${reports})
      and og_a.person_id = og_w.person_id and og_a.status not in ${recipientStates.notAsked})
    group by og_w.group_id)
  select distinct on (w.person_id) w.person_id, w.group_id from ways w join sizes s on s.group_id = w.group_id
  order by w.person_id, s.n desc, w.group_id)`;
