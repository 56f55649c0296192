import { type RawBuilder, sql } from 'kysely';

/** How somebody stands to a report that asked them. */
export interface Standing {
  answerId: number | null;
  /** What the newest answer says. */
  kind: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL' | null;
  answeredAt: Date | null;
  /** When they said they would be there; null when they did not say. */
  expectedAt: Date | null;
  /** From when on they are overdue, unless they arrived. */
  overdueAt: Date | null;
  arrivedAt: Date | null;
  /** When they were told that they are not needed; `infinity` while that may still leave. */
  toldAt: Date | number | null;
  /** Counts towards stop limits: said yes after whatever they were told, and is there or not overdue. */
  coming: boolean;
}

/** A person's `Standing` as a derived table of one row; report and person are expressions of the statement around it. */
export const standingOf = (report: RawBuilder<unknown>, person: RawBuilder<unknown>): RawBuilder<Standing> => sql`(
  select a.id as answer_id, a.kind, a.at as answered_at, a.at + make_interval(mins => a.minutes) as expected_at,
    a.overdue_at, v.at as arrived_at, t.at as told_at,
    coalesce(a.kind = 'POSITIVE' and (v.at is not null or (
      coalesce(a.overdue_at > clock_timestamp(), true) and coalesce(a.at > t.at, true))), false) as coming
  from (select) as one
  left join lateral (
    select n.id, o.kind, n.at, n.minutes, n.overdue_at from answers n join answer_options o on o.id = n.option_id
    where n.report_id = ${report} and n.person_id = ${person} order by n.id desc limit 1) a on true
  left join arrivals v on v.report_id = ${report} and v.person_id = ${person}
  left join lateral (
    select max(case when r.status in ('pending', 'queued', 'sending', 'retrying') then 'infinity' else r.sent_at end) as at
    from stand_downs s join message_recipients r on r.report_id = s.notice_id and r.person_id = ${person}
    where s.report_id = ${report} and not r.superseded
      and r.status in ('pending', 'queued', 'sending', 'retrying', 'sent', 'delivered', 'read')) t on true)`;
