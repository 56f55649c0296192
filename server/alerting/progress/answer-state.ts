import { type RawBuilder, sql } from 'kysely';
import { recipientStates } from '#server/platform/database/delivery-states.ts';

/** A person's state in a report that asked them. */
export interface AnswerState {
  answerId: number | null;
  /** The newest answer. */
  kind: 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL' | null;
  answeredAt: Date | null;
  /** The announced arrival; null if unknown. */
  expectedAt: Date | null;
  /** Overdue from then on, unless arrived. */
  overdueAt: Date | null;
  arrivedAt: Date | null;
  /** Infinite while a stand-down may leave. */
  toldAt: Date | number | null;
  /** Counts: said yes after any stand-down, and isn't overdue. */
  coming: boolean;
}

/**
 * SQL: a person's `AnswerState` as a derived row. Report and person come from the outer statement, so names must be
 * unique.
 */
export const answerStateOf = (
  report: RawBuilder<unknown>,
  person: RawBuilder<unknown>,
): RawBuilder<AnswerState> => sql`(
  select st_a.id as answer_id, st_a.kind, st_a.at as answered_at,
    st_a.at + make_interval(mins => st_a.minutes) as expected_at, st_a.overdue_at, st_v.at as arrived_at,
    st_t.at as told_at,
    coalesce(st_a.kind = 'POSITIVE' and (st_v.at is not null or (
      coalesce(st_a.overdue_at > clock_timestamp(), true) and coalesce(st_a.at > st_t.at, true))), false) as coming
  from (select) as st_one
  left join lateral (
    select st_n.id, st_o.kind, st_n.at, st_n.minutes, st_n.overdue_at
    from answers st_n join answer_options st_o on st_o.id = st_n.option_id
    where st_n.report_id = ${report} and st_n.person_id = ${person} order by st_n.id desc limit 1) st_a on true
  left join arrivals st_v on st_v.report_id = ${report} and st_v.person_id = ${person}
  left join lateral (
    select max(case when st_r.status in ${recipientStates.open} then 'infinity' else st_r.sent_at end)
      as at
    from stand_downs st_s join message_recipients st_r on st_r.report_id = st_s.notice_id and st_r.person_id = ${person}
    where st_s.report_id = ${report} and not st_r.superseded
      and st_r.status in ${recipientStates.openOrAccepted}) st_t on true)`;
