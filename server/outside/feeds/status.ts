import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { type FeedEntry, goesOn, type Publisher, publicChannels, readFeedEntries, readPublisher } from './feed.ts';

/** A feed that readers can subscribe to. */
export interface OfferedFeed {
  channelId: number;
  title: string;
  /** Marks feeds with warnings in the Common Alerting Protocol. */
  warns: boolean;
}

/** An organization's public status. */
export interface PublicStatus extends Publisher {
  /** File names of logos. */
  logos: Partial<Record<'light' | 'dark', string>>;
  feeds: readonly OfferedFeed[];
  /** Publications of running events, newest first. */
  events: readonly (readonly FeedEntry[])[];
  /** Null if nothing was ever published. */
  changedAt: Date | null;
}

/** Maximum of outdated entries. */
const most = 200;

/** Returns the public status; null without an active web feed. */
export async function readStatus({ db }: Pick<App, 'db'>): Promise<PublicStatus | null> {
  const channels = [...(await publicChannels({ db })).values()];
  const pages = channels.filter(({ type }) => type === 'webfeed').map(({ id }) => id);
  if (!pages.length) return null;
  const [publisher, entries, changedAt, logos] = await Promise.all([
    readPublisher(db),
    readFeedEntries(db, sql`p.channel_id = any(${pages}) and ${goesOn}`, most),
    lastChange(db, pages),
    readLogos(db),
  ]);
  return {
    ...publisher,
    logos,
    feeds: channels.map(({ id, type, settings }) => ({
      channelId: id,
      title: titleIn(settings) || publisher.organisation,
      warns: type === 'cap',
    })),
    events: [...Map.groupBy(once(entries), ({ eventId }) => eventId).values()],
    changedAt,
  };
}

const titleIn = (settings: unknown): string => String((settings as { title?: unknown } | null)?.title ?? '');

/** Merges identical publications of several pages into one. */
function once(entries: readonly FeedEntry[]): FeedEntry[] {
  const said = new Set<string>();
  return entries.filter(({ eventId, kind, texts, replacedAt }) => {
    const what = JSON.stringify([eventId, kind, texts, replacedAt !== null]);
    return !said.has(what) && said.add(what);
  });
}

/** Returns the last publication, replacement, or end. */
async function lastChange(db: App['db'], channels: readonly number[]): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(greatest(p.published_at, p.replaced_at, e.finished_at)) as at
    from publications p join events e on e.id = p.event_id and e.is_active and e.mode = 'LIVE'
    where p.channel_id = any(${channels})`.execute(db);
  return rows[0]?.at ?? null;
}

async function readLogos(db: App['db']): Promise<PublicStatus['logos']> {
  const { rows } = await sql<{ ground: 'light' | 'dark'; key: string }>`
    select case s.value_key when 'system_logo' then 'light' else 'dark' end as ground, f.key
    from system_settings s join files f on f.id = s.file_id
    where s.value_key in ('system_logo', 'system_logo_dark')`.execute(db);
  return Object.fromEntries(rows.map(({ ground, key }) => [ground, key]));
}
