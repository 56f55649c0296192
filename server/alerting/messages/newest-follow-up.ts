import { type RawBuilder, sql } from 'kysely';

/** SQL: a moment in milliseconds. */
export const milliseconds = (moment: RawBuilder<unknown>): RawBuilder<number> =>
  sql`round(extract(epoch from ${moment}) * 1000)::bigint`;

/**
 * SQL: the newest sent message of follow-ups, if possible on `m`'s channel, as (id, report_id, at, title, content,
 * versions). `condition` limits `s`.
 */
export const newestOf = (reports: RawBuilder<unknown>, condition = sql<boolean>`true`): RawBuilder<unknown> => sql`
  select s.id, s.report_id, ${milliseconds(sql`s.release_at`)} as at, s.title, s.content, s.versions from messages s
  where s.report_id in (${reports}) and s.is_active and s.launched_at is not null and s.status <> 'cancelled'
    and s.release_at <= clock_timestamp() and not s.handed_over and ${condition}
  order by s.report_id desc, s.channel_id = m.channel_id desc, s.id limit 1`;

/** SQL: the corrections of report `p`, and theirs. */
export const correctingReports: RawBuilder<unknown> = sql`
  with recursive corrections (id) as (
    select report_id from report_follow_ups where follows_id = p.id and kind = 'correction'
    union select f.report_id from report_follow_ups f join corrections c on f.follows_id = c.id and f.kind = 'correction')
  select id from corrections`;

/** SQL: whether message `s` addresses people; a publication's correction isn't for them. */
export const hasPeople: RawBuilder<boolean> = sql<boolean>`exists (
  select from message_recipients a where a.message_id = s.id and a.person_id is not null)`;
