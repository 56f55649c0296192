import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { limitedText } from '#server/api/input.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';

/** An absence to enter. */
export interface NewAbsence {
  /** Default: now. */
  from?: Date | null | undefined;
  /** Absent: until further notice. */
  until?: Date | null | undefined;
  remark?: string | null | undefined;
}

/** The maximum number of planned absences of a person. */
const most = 50;

/** Enters an absence; refuses past and invalid periods. */
export async function addAbsence(tx: Tx, personId: number, given: NewAbsence): Promise<Row<'absences'>> {
  const from = given.from ?? new Date();
  const until = given.until ?? null;
  if (until && (until <= from || until.getTime() <= Date.now())) {
    throw new Refusal('error_absence_over', { until: 'error_absence_over' });
  }
  const remark = limitedText('remark', given.remark?.trim() ?? '', limits.lineMaximum) || null;
  const { rows } = await sql<Row<'absences'>>`
    insert into absences (person_id, from_at, until_at, remark)
    select id, ${from}, ${until}, ${remark} from people
    where id = ${personId} and erased_at is null
      and (select count(*) from absences where person_id = ${personId} and ${isAhead}) < ${most}
    returning *`.execute(tx);
  if (rows[0]) return rows[0];
  const there = tx.selectFrom('people').select('id').where('id', '=', personId).where('erasedAt', 'is', null);
  throw new Refusal((await there.executeTakeFirst()) ? 'error_absences_full' : 'error_not_found');
}

/** Ends an absence now, or deletes a future one. Refuses past ones and other people's. */
export async function endAbsence(tx: Tx, id: number, personId?: number): Promise<number> {
  const owner = personId === undefined ? sql`true` : sql`person_id = ${personId}`;
  const { rows } = await sql<{ personId: number }>`
    with held as materialized (
        select id, from_at, clock_timestamp() as at from absences where id = ${id} and ${owner} and ${isAhead} for update),
      begun as (
        update absences a set until_at = held.at from held
        where a.id = held.id and held.from_at < held.at returning a.person_id),
      ahead as (
        delete from absences a using held
        where a.id = held.id and held.from_at >= held.at returning a.person_id)
    select person_id from begun union all select person_id from ahead`.execute(tx);
  if (!rows[0]) throw new Refusal('error_not_found');
  return rows[0].personId;
}

/** Returns current and future absences of people, earliest first. */
export async function loadAbsences(db: Db | Tx, people: readonly number[]): Promise<Row<'absences'>[]> {
  const { rows } = await sql<Row<'absences'>>`
    select * from absences where person_id = any(${people}) and ${isAhead} order by from_at, id`.execute(db);
  return rows;
}

/** Deletes absences a month after their end, for privacy. */
export async function forgetAbsences(db: Db): Promise<void> {
  await sql`delete from absences where until_at < now() - interval '1 month'`.execute(db);
}

const isAhead = sql`(until_at is null or until_at > clock_timestamp())`;
