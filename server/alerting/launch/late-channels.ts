import { sql } from 'kysely';
import type { MessageRow } from '#server/alerting/messages/message-rows.ts';
import { mayHaveIt } from '#server/alerting/progress/status.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { publish } from '#server/platform/live/live.ts';

/**
 * Adds drafts to an unsent follow-up for channels that the followed reports used only after its creation, with the text of most of
 * its drafts: to an all-clear for each channel, to other follow-ups for fallbacks, whose people the chosen channels failed. Leaves out channels whose message was removed from the follow-up, and channels
 * that require a release. Returns the ids of the new drafts. Call it with the follow-up locked.
 */
export async function addLateChannels(
  tx: Tx,
  drafts: readonly Pick<MessageRow, 'reportId' | 'title' | 'content' | 'isFollowUp'>[],
  by: number,
): Promise<number[]> {
  const same = Map.groupBy(drafts, ({ title, content }) => JSON.stringify([title, content]));
  const [most] = [...same.values()].sort((a, b) => b.length - a.length);
  const draft = most?.[0];
  if (!draft?.isFollowUp) return [];
  const { reportId, title, content } = draft;
  const { rows } = await sql<{ id: number }>`
    insert into messages (report_id, channel_id, title, content, feed_values, inserted_by)
    select distinct on (m.channel_id) ${reportId}::int, m.channel_id, ${title}::text, ${content}::text, m.feed_values, ${by}::int
    from report_follow_ups f join messages m on m.report_id = f.follows_id and m.is_active
    join channels c on c.id = m.channel_id and c.is_active and not c.requires_release
    join channel_types t on t.id = c.channel_type_id and t.is_active and not t.requires_release
    where f.report_id = ${reportId} and (f.kind = 'all_clear' or m.handed_over)
      and exists (
        select 1 from message_recipients r
        where r.message_id = m.id and r.person_id is not null and (${mayHaveIt} or r.status in ${recipientStates.open}))
      and not exists (select 1 from messages own where own.report_id = ${reportId} and own.channel_id = m.channel_id)
    order by m.channel_id, m.id desc
    returning id`.execute(tx);
  const ids = rows.map(({ id }) => id);
  if (ids.length) await publish(tx, { message: ids, report: [reportId] });
  return ids;
}
