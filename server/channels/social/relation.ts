import { sql } from 'kysely';
import type { AdapterApp, Outgoing, Posted } from '#server/channels/channel.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import type { FeedField } from '#shared/feed-field.ts';
import { optionsFrom } from '#shared/fields/select.ts';

/** The relation of a post to earlier ones on this channel. */
export const threadField: FeedField = {
  name: 'relation',
  kind: 'select',
  options: optionsFrom({
    new: { de: 'Eigener Beitrag', en: 'A post of its own' },
    update: { de: 'Antwort auf den ersten Beitrag', en: 'Answer to the first post' },
  }),
  required: true,
  default: 'new',
  label: { de: 'Frühere Beiträge zum Ereignis', en: 'Earlier posts of the event' },
  hint: {
    de: 'Berichtigungen antworten auf den ersten Beitrag. Eine Entwarnung tut das in jedem Fall.',
    en: 'Corrections answer the first post. An all-clear does so in any case.',
  },
};

/** Returns the id of the first post about the followed report or event, if this post refers to it; else null. */
export async function firstPost(app: Pick<AdapterApp, 'db'>, outgoing: Pick<Outgoing, 'post'>): Promise<string | null> {
  return (await findFirst(app, outgoing))?.externalId ?? null;
}

/** The same with its address, if known. */
export async function findFirst(
  { db }: Pick<AdapterApp, 'db'>,
  { post }: Pick<Outgoing, 'post'>,
): Promise<{ externalId: string; posts: Posted[] } | null> {
  if (!post || (post.values['relation'] !== 'update' && post.reportType !== 'all_clear')) return null;
  const { rows } = await sql<{ externalId: string; posts: Posted[] }>`
    select r.external_id, coalesce(m.posts, '[]') as posts
    from message_recipients r join reports p on p.id = r.report_id join messages m on m.id = r.message_id
    where p.event_id = ${post.eventId} and r.message_id <> ${post.messageId} and r.external_id is not null
      and r.channel_id = (select channel_id from messages where id = ${post.messageId})
      and r.status in ${recipientStates.accepted}
    order by r.report_id = any(${post.family}) desc, r.sent_at, r.id limit 1`.execute(db);
  return rows[0] ?? null;
}
