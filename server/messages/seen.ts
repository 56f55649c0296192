import { sql } from 'kysely';
import type { Db, Tx } from '#server/database/connect.ts';

/**
 * A mark of what the drafts of a report are at the moment: which there are, their texts, whom they were chosen for, what they
 * say of the event. It is another one as soon as anybody changes any of that; what happens to lists and people does not count.
 */
export async function seenOf(db: Db | Tx, reportId: number): Promise<string> {
  const { rows } = await sql<{ seen: string }>`
    select encode(sha256(convert_to(coalesce(json_agg(json_build_array(m.id, m.channel_id, m.title, m.content, m.request_answer,
      m.feed_values, r.event_type_id, r.location_id, r.place, r.description,
      array(select mailing_list_id from message_lists x where x.message_id = m.id order by 1),
      array(select group_id from message_groups x where x.message_id = m.id order by 1),
      array(select person_id from message_people x where x.message_id = m.id order by 1)) order by m.id)::text, ''),
      'UTF8')), 'hex') as seen
    from messages m join reports r on r.id = m.report_id
    where m.report_id = ${reportId} and m.is_active and m.status = 'draft'`.execute(db);
  return rows[0]!.seen;
}
