import { sql } from 'kysely';
import type { ArrivingPart } from '#server/channels/arrival.ts';
import type { AdapterApp, Outgoing, Post, SendResult } from '#server/channels/channel.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { translations } from '#server/channels/publications/fields.ts';
import { publicationUrl } from '#server/channels/publications/paths.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { languageOf, languages } from '#shared/languages.ts';

/** A text in one language. */
export interface PublishedText {
  language: string;
  title: string;
  text: string;
}

/** An earlier publication of the event that is still valid. */
export interface Earlier {
  id: number;
  reference: string | null;
}

/** Independent of the event's earlier publications, or replacing or ending them. */
export type Relation = 'new' | 'update' | 'cancel';

export interface Publishing {
  key: string;
  channelId: number;
  relation: Relation;
  at: Date;
  earlier: readonly Earlier[];
  texts: readonly [PublishedText, ...PublishedText[]];
  post: Post;
}

export interface Addition {
  expiresAt?: Date;
  reference?: string;
  document?: string;
}

/**
 * Publishes a message once: the recipient's row identifies it. Replaces the event's earlier ones if wanted; an
 * all-clear ends them. Test messages aren't published.
 */
export async function publishOnce(
  app: AdapterApp,
  outgoing: Outgoing,
  add: (publishing: Publishing, tx: Tx) => Promise<Addition> = async () => ({}),
): Promise<SendResult> {
  const { recipientId, post } = outgoing;
  outgoing.begin();
  if (recipientId === null || !post) return {};
  const published = await inTransaction(app.db, (tx) => once(tx, recipientId, { ...outgoing, post }, add)).catch(
    (cause: unknown) => {
      throw new DeliveryError('channel', 'channel_unreachable', { cause });
    },
  );
  return { externalId: published.key, posts: [{ url: publicationUrl(app, published.channelId, published.key) }] };
}

/** Returns the current publication with a placeholder key. */
export async function draftOf(
  { db }: Pick<AdapterApp, 'db'>,
  { subject, text, post }: Pick<Outgoing, 'subject' | 'text'> & { post: Post },
): Promise<Publishing> {
  const { rows } = await sql<{ channelId: number; at: Date }>`
    select channel_id, date_trunc('second', clock_timestamp()) as at from messages where id = ${post.messageId}`.execute(
    db,
  );
  const { channelId, at } = rows[0]!;
  const earlier = await stillHolding(db, channelId, post);
  const relation = relationOf(post, earlier.length > 0);
  return { key: '0'.repeat(8), channelId, relation, at, earlier, texts: textsOf(subject, text, post), post };
}

/** Returns the public texts in each language. */
export const published = ({ texts }: Pick<Publishing, 'texts'>): ArrivingPart[] =>
  texts.map(({ language, title, text }) => ({
    text: [title, text].filter(Boolean).join('\n\n'),
    ...(texts.length > 1 ? { place: languages[languageOf(language)].name } : {}),
  }));

interface Published {
  key: string;
  channelId: number;
}

async function once(
  tx: Tx,
  recipientId: number,
  { subject, text, post }: Pick<Outgoing, 'subject' | 'text'> & { post: Post },
  add: (publishing: Publishing, tx: Tx) => Promise<Addition>,
): Promise<Published> {
  // one by one, so that each sees its predecessors
  const { rows: channels } = await sql<{ id: number }>`
    select c.id from channels c where c.id = (select channel_id from message_recipients where id = ${recipientId})
    for no key update`.execute(tx);
  const channelId = channels[0]!.id;
  const { rows: known } = await sql<Published>`
    select key, channel_id from publications where recipient_id = ${recipientId}`.execute(tx);
  if (known[0]) return known[0];
  const earlier = await stillHolding(tx, channelId, post);
  const { rows } = await sql<{ key: string; at: Date }>`
    select gen_random_uuid() as key, date_trunc('second', clock_timestamp()) as at`.execute(tx);
  const { key, at } = rows[0]!;
  const relation = relationOf(post, earlier.length > 0);
  const texts = textsOf(subject, text, post);
  const added = await add({ key, channelId, relation, at, earlier, texts, post }, tx);
  await insert(tx, recipientId, { key, channelId, relation, at, texts, eventId: post.eventId, ...added });
  if (relation !== 'new') {
    await sql`
      update publications set replaced_at = ${at}, replaced_by = (select id from publications where key = ${key})
      where id = any(${earlier.map(({ id }) => id)}) and replaced_by is null`.execute(tx);
  }
  return { key, channelId };
}

interface Row extends Pick<Publishing, 'key' | 'channelId' | 'relation' | 'at' | 'texts'>, Addition {
  eventId: number;
}

async function insert(tx: Tx, recipientId: number, row: Row): Promise<void> {
  const { key, channelId, relation, at, texts, eventId } = row;
  await sql`
    insert into publications (key, channel_id, recipient_id, event_id, event_type_id, kind, texts, published_at,
      expires_at, reference, document)
    values (${key}, ${channelId}, ${recipientId}, ${eventId}, (select event_type_id from events where id = ${eventId}),
      ${relation}, ${JSON.stringify(texts)}::jsonb, ${at}, ${row.expiresAt ?? null}, ${row.reference ?? null},
      ${row.document ?? null})`.execute(tx);
}

/**
 * Returns valid publications since the last all-clear, including replaced ones; for a correction those of its report.
 */
async function stillHolding(tx: Db | Tx, channelId: number, { eventId, family, reportType }: Post): Promise<Earlier[]> {
  const own = reportType === 'all_clear' ? [] : family;
  const { rows } = await sql<Earlier>`
    select id, reference from publications p
    where channel_id = ${channelId} and event_id = ${eventId} and kind <> 'cancel'
      and (expires_at is null or expires_at > clock_timestamp())
      and not exists (select 1 from publications c where c.channel_id = p.channel_id and c.event_id = p.event_id
        and c.kind = 'cancel' and c.id > p.id)
      and (${own.length} = 0 or exists (
        select 1 from message_recipients r where r.id = p.recipient_id and r.report_id = any(${own})))
    order by id`.execute(tx);
  return rows;
}

function relationOf({ reportType, values }: Post, isLater: boolean): Relation {
  if (!isLater) return 'new';
  if (reportType === 'all_clear') return 'cancel';
  return values['relation'] === 'update' ? 'update' : 'new';
}

function textsOf(title: string, text: string, { language, values }: Post): Publishing['texts'] {
  const others = Object.entries(translations).flatMap(([other, names]) => {
    const [otherTitle, otherText] = [values[names.title], values[names.text]];
    if (other === language || typeof otherTitle !== 'string') return [];
    return [{ language: other, title: otherTitle, text: typeof otherText === 'string' ? otherText : '' }];
  });
  return [{ language, title, text }, ...others];
}
