import { type RawBuilder, sql } from 'kysely';
import { correctingReports, milliseconds, newestOf } from '#server/alerting/messages/newest-follow-up.ts';
import type { Versions } from '#shared/text-versions.ts';

/** The state of an alarm, newest first: all-clear, end, correction, alarm. */
export interface AlarmState {
  /** Changes with any other field. */
  mark: string;
  allClear: FollowUpText | null;
  finishedAt: number | null;
  correction: FollowUpText | null;
}

/** A follow-up, and the time it left in milliseconds. */
export interface FollowUpText {
  at: number;
  title: string;
  content: string;
  versions: Versions | null;
}

/** SQL: the columns of `AlarmState` for message `m` of report `p` of event `e`. */
export const alarmState: RawBuilder<AlarmState> = sql`(
  select as_a.said as all_clear, ${milliseconds(sql`e.finished_at`)} as finished_at, as_c.said as correction,
    concat_ws('.', p.id, as_a.id, ${milliseconds(sql`e.finished_at`)}, as_c.id) as mark
  from (select) as_one
  left join lateral (
    select x.id, json_build_object('at', x.at, 'title', x.title, 'content', x.content, 'versions', x.versions) as said
    from (${newestOf(sql`p.all_clear_id`)}) x) as_a on p.all_clear_id is not null
  left join lateral (
    select x.id, json_build_object('at', x.at, 'title', x.title, 'content', x.content, 'versions', x.versions) as said
    from (${newestOf(correctingReports)}) x) as_c on true)`;
