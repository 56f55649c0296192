import { type RawBuilder, sql } from 'kysely';
import type { Versions } from '#shared/text-versions.ts';

/** The current state of an alarm, newest first: all-clear, end of the event, correction, the alarm itself. */
export interface AlarmState {
  /** Changes with any other field. */
  mark: string;
  allClear: FollowUpText | null;
  finishedAt: number | null;
  correction: FollowUpText | null;
}

/** The content of a follow-up, and the time it left in milliseconds. */
export interface FollowUpText {
  at: number;
  title: string;
  content: string;
  versions: Versions | null;
}

const milliseconds = (moment: RawBuilder<unknown>) => sql`round(extract(epoch from ${moment}) * 1000)::bigint`;

const newestOf = (reports: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select s.id, ${milliseconds(sql`s.release_at`)} as at, s.title, s.content, s.versions from messages s
  where s.report_id in (${reports}) and s.is_active and s.launched_at is not null and s.status <> 'cancelled'
    and s.release_at <= clock_timestamp() and not s.handed_over
  order by s.report_id desc, s.channel_id = m.channel_id desc, s.id limit 1`;

const corrections = sql`
  with recursive corrections (id) as (
    select report_id from report_follow_ups where follows_id = p.id and kind = 'correction'
    union select f.report_id from report_follow_ups f join corrections c on f.follows_id = c.id and f.kind = 'correction')
  select id from corrections`;

/** SQL: the columns of `AlarmState` for message `m` of report `p` of event `e`, as a derived table of one row. */
export const alarmState: RawBuilder<AlarmState> = sql`(
  select as_a.said as all_clear, ${milliseconds(sql`e.finished_at`)} as finished_at, as_c.said as correction,
    concat_ws('.', p.id, as_a.id, ${milliseconds(sql`e.finished_at`)}, as_c.id) as mark
  from (select) as_one
  left join lateral (
    select x.id, json_build_object('at', x.at, 'title', x.title, 'content', x.content, 'versions', x.versions) as said
    from (${newestOf(sql`p.all_clear_id`)}) x) as_a on p.all_clear_id is not null
  left join lateral (
    select x.id, json_build_object('at', x.at, 'title', x.title, 'content', x.content, 'versions', x.versions) as said
    from (${newestOf(corrections)}) x) as_c on true)`;
