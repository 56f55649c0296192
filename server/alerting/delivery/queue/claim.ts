import { sql } from 'kysely';
import { correctingReports, hasPeople, newestOf } from '#server/alerting/messages/newest-follow-up.ts';
import { type Addressee, languageField } from '#server/channels/rendering/render.ts';
import type { Db } from '#server/platform/database/connect.ts';
import type { Node } from '#server/platform/nodes/node.ts';
import { crashLimit } from '#server/platform/nodes/reaper.ts';
import type { Claim } from './due.ts';

/** A claimed recipient with text data. */
export interface Claimed extends Addressee {
  id: number;
  messageId: number;
  reportId: number;
  channelId: number;
  personId: number | null;
  targetAddress: string;
  lane: 'alarm' | 'normal' | 'bulk';
  /** The alarm's newest correction, whose text replaces its own. */
  correctionId: number | null;
  /** The report of that message. */
  correctedBy: number | null;
  attempts: number;
  /** When it became due, in PostgreSQL's notation with microseconds. */
  tryAt: string;
  epoch: number;
  generation: number;
  /** An earlier attempt may have reached the person. */
  maybeDuplicate: boolean;
  /** The provider didn't report an earlier attempt's outcome. */
  untold: boolean;
  /** Seconds until the message is useless, by the database's clock. */
  secondsLeft: number;
}

const suspect = sql`crash_count >= ${crashLimit - 1}`;

/**
 * Claims due recipients; simultaneous claims get others (`skip locked`). Commits before sending, so that a crash never
 * leaves a sent recipient unmarked; the epoch fences the result. Takes at most one recipient whom another crash would
 * end, so only one of two parallel claims may take `suspects`.
 */
export async function claimRecipients(
  db: Db,
  node: Pick<Node, 'id'>,
  claims: readonly Claim[],
  { suspects = true } = {},
): Promise<Claimed[]> {
  const { rows } = await sql<Claimed>`
    with recursive wanted as (
      select * from unnest(${claims.map((c) => c.messageId)}::int[], ${claims.map((c) => c.channelId)}::int[],
        ${claims.map((c) => c.count)}::int[], ${claims.map((c) => c.after?.tryAt ?? null)}::timestamptz[],
        ${claims.map((c) => c.after?.id ?? null)}::int[]) as w(message_id, channel_id, count, try_at, id)),
    due as (
      select next.* from wanted w cross join lateral due_of_message(
        w.message_id, w.channel_id, w.count, w.try_at, w.id, ${node.id}, ${suspects}, ${crashLimit - 1}) next),
    chosen as (
      select id from due where not ${suspect} union all (select id from due where ${suspect} order by id limit 1)),
    corrections as materialized (
      select m.id as message_id, n.id, n.report_id from messages m
      join reports p on p.id = m.report_id join report_types t on t.id = p.report_type_id and t.identifier = 'activation'
      cross join lateral (${newestOf(correctingReports, hasPeople)}) n
      where m.id in (select message_id from wanted)),
    claimed as (
      update message_recipients m set status = 'sending', owner = ${node.id}, epoch = epoch + 1,
        attempts = attempts + 1, claimed_at = now(),
        corrected_by = (select n.report_id from corrections n where n.message_id = m.message_id and m.person_id is not null),
        valid_until = coalesce(valid_until, now() + case lane when 'alarm' then interval '1 hour' else interval '1 day' end)
      where m.id = any(array(select id from chosen)) returning m.*),
    followed (report_id, id) as (
      select f.report_id, f.follows_id from report_follow_ups f
      where f.kind <> 'to_all' and f.report_id in (select report_id from claimed)
      union select d.report_id, f.follows_id from followed d join report_follow_ups f on f.report_id = d.id)
    select c.id, c.message_id, c.report_id, c.channel_id, c.person_id, c.target_address, c.lane, c.attempts, c.epoch,
      c.generation, c.try_at::text, c.maybe_duplicate, c.untold, c.nonce, c.token_hash is not null as asked, alarm.nonce as alarm_nonce, c.via,
      (select n.id from corrections n where n.message_id = c.message_id and c.corrected_by is not null) as correction_id,
      c.corrected_by,
      extract(epoch from c.valid_until - now())::float8 as seconds_left, p.first_name, p.last_name, p.title,
      (select d.value_str from person_data d where d.person_id = p.id and d.key_field_id = ${languageField}) as language
    from claimed c left join people p on p.id = c.person_id
    left join lateral (
      select o.nonce from followed d join message_recipients o on o.report_id = d.id and o.person_id = c.person_id
      where d.report_id = c.report_id and o.token_hash is not null order by o.superseded, o.id desc limit 1) alarm on true`.execute(
    db,
  );
  return rows;
}
