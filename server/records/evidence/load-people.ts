import { sql } from 'kysely';
import { isUnderWay } from '#server/alerting/recipients/absent.ts';
import { withoutAddress } from '#server/contacts/people/without-address.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { Evidence, LeaverReason, PlanPerson } from './evidence.ts';
import { planMembers } from './load-plan.ts';

/** Days after which an absence counts as a departure. */
const longAbsence = 90;

/** Returns a plan's people with reasons and drills. */
export async function loadPlanPeople(
  db: Db,
  eventType: number,
  drills: readonly number[],
  timeZone: string,
): Promise<PlanPerson[]> {
  const { rows } = await sql<Omit<PlanPerson, 'drilledIn'> & { leaver: LeaverReason | null }>`
    with recursive ${planMembers(eventType)}
    select people.id as person_id, concat_ws(' ', people.first_name, people.last_name) as name, coalesce((
        select string_agg(distinct g.name, ', ') from members k join groups g on g.id = k.group_id
        where k.person_id = people.id), '') as groups,
      case when not people.is_active then 'inactive' when people.deletion_requested_at is not null then 'deletion_requested'
        when people.opted_out then 'opted_out' when ${await withoutAddress(db)} then 'no_address'
        when exists (
          select from absences a where a.person_id = people.id and ${isUnderWay}
            and coalesce(a.until_at > clock_timestamp() + make_interval(days => ${longAbsence}), true)) then 'away'
      end as leaver
    from people where people.id in (select person_id from members) and people.erased_at is null
    order by people.last_name, people.first_name, people.id`.execute(db);
  const months = await drilledMonths(db, drills, timeZone);
  return rows.map((row) => ({ ...row, drilledIn: months.get(row.personId) ?? null }));
}

/** Returns the month of the last drill with a receipt or answer. */
async function drilledMonths(db: Db, reports: readonly number[], timeZone: string): Promise<Map<number, string>> {
  const { rows } = await sql<{ personId: number; month: string }>`
    select x.person_id, to_char(max(x.at) at time zone ${timeZone}, 'YYYY-MM') as month from (
      select r.person_id, m.launched_at as at from message_recipients r join messages m on m.id = r.message_id
      where r.report_id = any(${reports}::int[]) and r.status in ${recipientStates.confirmed} and not r.superseded
      union all
      select a.person_id, m.at from answers a join (
        select report_id, min(launched_at) as at from messages where report_id = any(${reports}::int[]) group by report_id) m
        on m.report_id = a.report_id) x
    where x.person_id is not null and x.at is not null group by x.person_id`.execute(db);
  return new Map(rows.map(({ personId, month }) => [personId, month]));
}

/** Counts unusable people by reason. */
export function countLeavers(people: readonly PlanPerson[]): Evidence['leavers'] {
  const counts: Evidence['leavers'] = {};
  for (const { leaver } of people) if (leaver) counts[leaver] = (counts[leaver] ?? 0) + 1;
  return counts;
}
