import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';

/** A period between two moments. */
export interface Span {
  from: Date;
  until: Date;
}

/** One turn of a shift. */
export interface Turn extends Span {
  shiftId: number;
  /** From 0; a shift without repetition has one. */
  turn: number;
  groupId: number;
  /** The person on duty: the substitute, if any. */
  personId: number;
  /** The shift's own person. */
  plannedId: number;
  /** In weeks, perhaps without an end. */
  everyWeeks: number | null;
  repeatsUntil: string | null;
  isImported: boolean;
  /** Alarms reach the person: active, not opted out (unless crisis team), with an address. */
  isCalled: boolean;
  away: Span[];
}

/** One cancelled turn of a shift. */
export interface DroppedTurn extends Span {
  shiftId: number;
  turn: number;
  /** The shift's own person. */
  plannedId: number;
}

interface TurnRow extends Omit<Turn, 'from' | 'until' | 'away'> {
  fromAt: Date;
  untilAt: Date;
  away: { from: string; until: string }[];
}

const isCalled = sql`(p.is_active and (p.is_crisis or not p.opted_out) and (
  exists (select 1 from person_data d join person_data_types k on k.id = d.key_field_id and k.is_active
    where d.person_id = p.id and k.field_type in ('email', 'phone_mobile', 'phone', 'telegram') and d.value_str ~ '\\S')
  or exists (select 1 from devices v where v.person_id = p.id and v.ended_at is null)))`;

/** Returns rosters' turns, earliest first. */
export async function loadTurns(
  db: Db | Tx,
  groups: readonly number[],
  { from, until }: Span,
  most?: number,
): Promise<Turn[]> {
  const { rows } = await sql<TurnRow>`
    select t.shift_id, t.turn, t.group_id, t.person_id, t.planned_id, t.from_at, t.until_at, ${isCalled} as is_called,
      s.every_weeks, to_char(s.repeats_until, 'YYYY-MM-DD') as repeats_until, s.uid is not null as is_imported,
      coalesce((select json_agg(json_build_object('from', greatest(a.from_at, t.from_at),
          'until', least(coalesce(a.until_at, t.until_at), t.until_at)) order by a.from_at)
        from absences a
        where a.person_id = t.person_id and a.from_at < t.until_at and (a.until_at is null or a.until_at > t.from_at)), '[]')
        as away
    from turns_between(${groups}, ${from}, ${until}) t
    join shifts s on s.id = t.shift_id join people p on p.id = t.person_id
    order by t.from_at, t.until_at, t.shift_id limit ${most ?? null}::int`.execute(db);
  return rows.map(({ fromAt, untilAt, away, ...turn }) => ({
    ...turn,
    from: fromAt,
    until: untilAt,
    away: away.map((span) => ({ from: new Date(span.from), until: new Date(span.until) })),
  }));
}

/** Returns cancelled turns, earliest first. */
export async function loadDropped(db: Db, groupId: number, { from, until }: Span): Promise<DroppedTurn[]> {
  const { rows } = await sql<Omit<DroppedTurn, 'from' | 'until'> & { fromAt: Date; untilAt: Date }>`
    select s.id as shift_id, c.turn, s.person_id as planned_id, t.from_at, t.until_at
    from shifts s join shift_changes c on c.shift_id = s.id and c.substitute_id is null
    cross join (select coalesce((select nullif(value_str, '') from system_settings where value_key = 'time_zone'),
      'Europe/Berlin') as name) zone
    cross join lateral (select make_interval(weeks => coalesce(s.every_weeks, 0) * c.turn) as later) l
    cross join lateral (select (s.starts_at + l.later) at time zone zone.name as from_at,
      (s.ends_at + l.later) at time zone zone.name as until_at) t
    where s.group_id = ${groupId} and t.from_at < ${until} and t.until_at > ${from}
      and (s.repeats_until is null or (s.starts_at + l.later)::date <= s.repeats_until)
    order by t.from_at, s.id`.execute(db);
  return rows.map(({ fromAt, untilAt, ...turn }) => ({ ...turn, from: fromAt, until: untilAt }));
}
