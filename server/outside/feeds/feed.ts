import { type RawBuilder, sql } from 'kysely';
import type { PublishedText, Relation } from '#server/channels/publications/publish.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings } from '#server/channels/settings.ts';
import type { App } from '#server/platform/context.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { defaultLanguage, type Language, languageOf } from '#shared/languages.ts';

/** One thing that was published, with what came after it. */
export interface Entry {
  key: string;
  channelId: number;
  eventId: number;
  kind: Relation;
  texts: readonly PublishedText[];
  publishedAt: Date;
  expiresAt: Date | null;
  /** When another one took its place, and which. */
  replacedAt: Date | null;
  replacedBy: { key: string; kind: Relation } | null;
  eventType: { id: number; name: string; nameEn: string | null } | null;
  document: string | null;
}

/** Who publishes: what stands around everything that is public. */
export interface Publisher {
  organisation: string;
  language: Language;
  timeZone: string;
  imprint: string | null;
  privacy: string | null;
}

/** What a channel publishes, as everybody may read it. */
export interface Feed extends Publisher {
  channelId: number;
  /** What it is called for ever. */
  key: string;
  title: string;
  description: string | null;
  /** What page and feeds show, newest first. */
  shown: readonly Entry[];
  /** Those, and older ones whose address still holds. */
  all: readonly Entry[];
}

/** A channel that publishes here. */
export interface PublicChannel {
  id: number;
  /** Identifier of its type. */
  type: string;
  settings: unknown;
}

/** As many are kept at hand of what does not hold any more; what is older has no address. */
const kept = 500;
const day = 86_400_000;

/** The active channels that publish here, by number. */
export async function publicChannels({ db }: Pick<App, 'db'>): Promise<Map<number, PublicChannel>> {
  const { rows } = await sql<PublicChannel>`
    select c.id, t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active order by c.id`.execute(db);
  return new Map(
    rows.flatMap((channel) => (adapterFor(channel.type, channel.settings)?.publicPath ? [[channel.id, channel]] : [])),
  );
}

/** What a channel publishes, as it is now; null when there is no such channel. */
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
  const all = await readEntries(db, sql`p.channel_id = ${channelId}`, kept);
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

/** Who publishes here. */
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

/** Tells that a publication `p` belongs to an event that goes on. */
export const goesOn = sql`p.event_id in (select id from events where is_running and is_active and mode = 'LIVE')`;

// neither replaced nor expired, of an event that goes on: however old it is, somebody may have to know it
const holds = sql`(p.replaced_at is null and (p.expires_at is null or p.expires_at > now()) and ${goesOn})`;

/** Of the publications `p` that fit all that hold, and the newest `most` of the others; newest first. */
export async function readEntries(db: App['db'], which: RawBuilder<unknown>, most: number): Promise<Entry[]> {
  const { rows } = await sql<
    Omit<Entry, 'replacedBy' | 'eventType'> & {
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

/** An entry's text in a language, else the author's. */
export const textFor = ({ texts }: Entry, language: string): PublishedText =>
  texts.find((text) => text.language === language) ?? texts[0]!;

/** When an entry last changed: when it came, or when another took its place. */
export const updatedAt = ({ publishedAt, replacedAt }: Entry): Date => replacedAt ?? publishedAt;
