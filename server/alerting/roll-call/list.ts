import { sql } from 'kysely';
import { helpSince } from '#server/alerting/progress/help-since.ts';
import { peopleOfReport } from '#server/alerting/progress/report-people.ts';
import type { Db } from '#server/platform/database/connect.ts';

const pageLength = 500;

/** The state of a person in a roll call. */
export type RollCallState = 'needs_help' | 'not_reached' | 'no_answer' | 'safe';

interface Listed {
  personId: number;
  state: RollCallState;
  answerId: number | null;
  asOf: Date;
}

/** A person in the file of a roll call. */
export interface RollCallPerson extends Omit<Listed, 'personId' | 'answerId'> {
  firstName: string;
  lastName: string;
  groups: string | null;
  label: string | null;
  labelEn: string | null;
  at: Date | null;
  late: boolean | null;
  text: string | null;
  /** The person answered, not a user for them. */
  isOwn: boolean | null;
  /** The user who recorded the answer. */
  recordedBy: string | null;
}

/** Yields people who need help, unknown and safe ones, as of a single moment. */
export async function* listRollCall(db: Db, reportId: number): AsyncGenerator<RollCallPerson[]> {
  const { rows: listed } = await sql<Listed>`
    select q.person_id, q.answer_id, statement_timestamp() as as_of,
      case when q.safety = 'NEEDS_HELP' then 'needs_help' when q.kind is not null then 'safe'
        when q.handed then 'no_answer' else 'not_reached' end as state
    from ${peopleOfReport(sql`${reportId}::int`)} q join people p on p.id = q.person_id
    where q.questioned
    order by case when q.safety = 'NEEDS_HELP' then 0 when q.kind is not null then 3 when q.handed then 2 else 1 end,
      case when q.safety = 'NEEDS_HELP' then ${helpSince(sql`q.report_id`, sql`q.person_id`)} end, p.last_name, p.first_name, p.id`.execute(
    db,
  );
  for (let at = 0; at < listed.length; at += pageLength) {
    yield await withDetails(db, listed.slice(at, at + pageLength));
  }
}

type Details = Omit<RollCallPerson, 'state' | 'asOf'> & { place: number };

async function withDetails(db: Db, page: readonly Listed[]): Promise<RollCallPerson[]> {
  const { rows } = await sql<Details>`
    select k.place, p.first_name, p.last_name, g.groups, o.label, o.label_en, a.at, a.late,
      case when a.source <> 'voice' then a.text end as text, a.source <> 'operator' as is_own,
      nullif(concat_ws(' ', u.first_name, u.last_name), '') as recorded_by
    from unnest(${page.map(({ personId }) => personId)}::int[], ${page.map(({ answerId }) => answerId)}::int[])
      with ordinality as k (person_id, answer_id, place)
    join people p on p.id = k.person_id
    left join answers a on a.id = k.answer_id left join answer_options o on o.id = a.option_id
    left join users u on u.id = a.by_user_id
    left join lateral (
      select string_agg(g.name, ', ' order by g.sort_order, g.id) as groups
      from person_groups x join groups g on g.id = x.group_id and g.is_active where x.person_id = p.id) g on true
    order by k.place`.execute(db);
  // by place, because a person may have been erased since
  return rows.map(({ place, ...row }) => {
    const { state, asOf } = page[Number(place) - 1]!;
    return { ...row, state, asOf };
  });
}
