import { sql } from 'kysely';
import type { PublishedText, Relation } from '#server/channels/publications/publish.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings } from '#server/channels/settings.ts';
import type { App } from '#server/context.ts';
import { readSettings } from '#server/settings/settings.ts';
import { defaultLanguage, type Language, languageOf } from '#shared/languages.ts';

/** One thing that was published, with what came after it. */
export interface Entry {
  key: string;
  kind: Relation;
  texts: readonly PublishedText[];
  publishedAt: Date;
  expiresAt: Date | null;
  /** When another one took its place, and which. */
  replacedAt: Date | null;
  replacedBy: { key: string; kind: Relation } | null;
  eventType: { id: number; name: string } | null;
  document: string | null;
}

/** What a channel publishes, as everybody may read it. */
export interface Feed {
  channelId: number;
  /** What it is called for ever. */
  key: string;
  title: string;
  description: string | null;
  organisation: string;
  language: Language;
  timeZone: string;
  imprint: string | null;
  privacy: string | null;
  /** What page and feeds show, newest first. */
  shown: readonly Entry[];
  /** Those, and older ones whose address still holds. */
  all: readonly Entry[];
}

/** As many are kept at hand; what is older has no address any more. */
const kept = 500;
const day = 86_400_000;

/** The numbers of the active channels that publish here. */
export async function publicChannels({ db }: Pick<App, 'db'>): Promise<Set<number>> {
  const { rows } = await sql<{ id: number; type: string; settings: unknown }>`
    select c.id, t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.is_active and t.is_active`.execute(db);
  return new Set(rows.flatMap(({ id, type, settings }) => (adapterFor(type, settings)?.publicPath ? [id] : [])));
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
  const set = await readSettings(
    db,
    'organisation_name',
    'system_name',
    'default_language',
    'time_zone',
    'imprint_url',
    'privacy_url',
  );
  const organisation = set.organisation_name ?? set.system_name ?? 'Meldekette';
  const all = await readEntries(db, channelId);
  const since = Date.now() - Number(days) * day;
  return {
    channelId,
    key: channel.feedKey,
    title: String(title || organisation),
    description: description ? String(description) : null,
    organisation,
    language: languageOf(set.default_language ?? defaultLanguage),
    timeZone: set.time_zone ?? 'Europe/Berlin',
    imprint: set.imprint_url ?? null,
    privacy: set.privacy_url ?? null,
    shown: all.filter(({ publishedAt }) => publishedAt.getTime() >= since).slice(0, Number(entries)),
    all,
  };
}

async function readEntries(db: App['db'], channelId: number): Promise<Entry[]> {
  const { rows } = await sql<
    Omit<Entry, 'replacedBy' | 'eventType'> & {
      nextKey: string | null;
      nextKind: Relation | null;
      eventTypeId: number | null;
      eventTypeName: string | null;
    }
  >`
    select p.key, p.kind, p.texts, p.published_at, p.expires_at, p.replaced_at, p.document,
      n.key as next_key, n.kind as next_kind, t.id as event_type_id, t.name as event_type_name
    from publications p left join publications n on n.id = p.replaced_by
    left join event_types t on t.id = p.event_type_id
    where p.channel_id = ${channelId} order by p.id desc limit ${kept}`.execute(db);
  return rows.map(({ nextKey, nextKind, eventTypeId, eventTypeName, ...entry }) => ({
    ...entry,
    replacedBy: nextKey && nextKind ? { key: nextKey, kind: nextKind } : null,
    eventType: eventTypeId && eventTypeName ? { id: eventTypeId, name: eventTypeName } : null,
  }));
}

/** An entry's text in a language, else the author's. */
export const textFor = ({ texts }: Entry, language: string): PublishedText =>
  texts.find((text) => text.language === language) ?? texts[0]!;

/** When an entry last changed: when it came, or when another took its place. */
export const updatedAt = ({ publishedAt, replacedAt }: Entry): Date => replacedAt ?? publishedAt;
