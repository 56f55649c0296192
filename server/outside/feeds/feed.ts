import { type RawBuilder, sql } from 'kysely';
import type { PublishedText, Relation } from '#server/channels/publications/publish.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings } from '#server/channels/settings.ts';
import type { App } from '#server/platform/context.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { defaultLanguage, type Language, languageOf } from '#shared/languages.ts';

/** A publication with its follow-ups. */
export interface FeedEntry {
  key: string;
  channelId: number;
  eventId: number;
  kind: Relation;
  texts: readonly PublishedText[];
  publishedAt: Date;
  expiresAt: Date | null;
  /** Time of the replacement, and the replacing entry. */
  replacedAt: Date | null;
  replacedBy: { key: string; kind: Relation } | null;
  eventType: { id: number; name: string; nameEn: string | null } | null;
  document: string | null;
}

/** The publisher: the frame of all public pages. */
export interface Publisher {
  organisation: string;
  language: Language;
  timeZone: string;
  imprint: string | null;
  privacy: string | null;
}

/** The public content of a channel. */
export interface Feed extends Publisher {
  channelId: number;
  /** Permanent name of the feed. */
  key: string;
  title: string;
  description: string | null;
  /** On the page and in feeds, newest first. */
  shown: readonly FeedEntry[];
  /** Also older ones with a valid address. */
  all: readonly FeedEntry[];
}

/** A channel that publishes on this installation. */
export interface PublicChannel {
  id: number;
  /** Identifier of the channel type. */
  type: string;
  settings: unknown;
}

/** Maximum of outdated entries with an address. */
const kept = 500;
const day = 86_400_000;

/** Returns the active publishing channels by number. */
export async function publicChannels({ db }: Pick<App, 'db'>): Promise<Map<number, PublicChannel>> {
  const { rows } = await sql<PublicChannel>`
    select c.id, t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active order by c.id`.execute(db);
  return new Map(
    rows.flatMap((channel) => (adapterFor(channel.type, channel.settings)?.publicPath ? [[channel.id, channel]] : [])),
  );
}

/** Returns a channel's public content; null if missing. */
export async function readFeed({ db, secrets }: Pick<App, 'db' | 'secrets'>, channelId: number): Promise<Feed | null> {
  const channel = await db
    .selectFrom('channels as c')
    .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
    .select(['c.id', 'c.settings', 'c.secrets', 'c.feedKey', 't.identifier as type'])
    .where('c.id', '=', channelId)
    .executeTakeFirst();
  const adapter = channel && adapterFor(channel.type, channel.settings);
  if (!channel || !adapter) return null;
  const { title, description, entries, days } = openSettings(secrets, adapter, channel);
  const publisher = await readPublisher(db);
  const all = await readFeedEntries(db, sql`p.channel_id = ${channelId}`, kept);
  const since = Date.now() - Number(days) * day;
  return {
    channelId,
    key: channel.feedKey,
    title: String(title || publisher.organisation),
    description: description ? String(description) : null,
    ...publisher,
    shown: all.filter(({ publishedAt }) => publishedAt.getTime() >= since).slice(0, Number(entries)),
    all,
  };
}

/** Returns the publisher of this installation. */
export async function readPublisher(db: App['db']): Promise<Publisher> {
  const set = await readSettings(
    db,
    'organisation_name',
    'system_name',
    'default_language',
    'time_zone',
    'imprint_url',
    'privacy_url',
  );
  return {
    organisation: set.organisation_name ?? set.system_name ?? 'Meldekette',
    language: languageOf(set.default_language ?? defaultLanguage),
    timeZone: set.time_zone ?? 'Europe/Berlin',
    imprint: set.imprint_url ?? null,
    privacy: set.privacy_url ?? null,
  };
}

/** Matches publications `p` of running events. */
export const goesOn = sql`p.event_id in (select id from events where is_running and is_active and mode = 'LIVE')`;

// valid and of a running event, needed regardless of age
const holds = sql`(p.replaced_at is null and (p.expires_at is null or p.expires_at > now()) and ${goesOn})`;

/** Returns valid publications `p`, and the newest `most` others. */
export async function readFeedEntries(db: App['db'], which: RawBuilder<unknown>, most: number): Promise<FeedEntry[]> {
  const { rows } = await sql<
    Omit<FeedEntry, 'replacedBy' | 'eventType'> & {
      nextKey: string | null;
      nextKind: Relation | null;
      eventTypeId: number | null;
      eventTypeName: string | null;
      eventTypeNameEn: string | null;
    }
  >`
    select p.key, p.channel_id, p.event_id, p.kind, p.texts, p.published_at, p.expires_at, p.replaced_at, p.document,
      n.key as next_key, n.kind as next_kind, t.id as event_type_id, t.name as event_type_name,
      t.name_en as event_type_name_en
    from publications p left join publications n on n.id = p.replaced_by
    left join event_types t on t.id = p.event_type_id
    where ${which} and (${holds} or p.id in (
      select p.id from publications p where ${which} and not ${holds} order by p.id desc limit ${most}))
    order by p.id desc`.execute(db);
  return rows.map(({ nextKey, nextKind, eventTypeId, eventTypeName, eventTypeNameEn, ...entry }) => ({
    ...entry,
    replacedBy: nextKey && nextKind ? { key: nextKey, kind: nextKind } : null,
    eventType: eventTypeId && eventTypeName ? { id: eventTypeId, name: eventTypeName, nameEn: eventTypeNameEn } : null,
  }));
}

/** Returns an entry's text in a language, or the author's. */
export const textFor = ({ texts }: FeedEntry, language: string): PublishedText =>
  texts.find((text) => text.language === language) ?? texts[0]!;

/** Returns the time of an entry's last change. */
export const updatedAt = ({ publishedAt, replacedAt }: FeedEntry): Date => replacedAt ?? publishedAt;
