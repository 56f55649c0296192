import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { type Entry, goesOn, type Publisher, publicChannels, readEntries, readPublisher } from './feed.ts';

/** A feed that readers can subscribe to. */
export interface OfferedFeed {
  channelId: number;
  title: string;
  /** Whether it holds warnings in the Common Alerting Protocol. */
  warns: boolean;
}

/** What an organisation tells everybody of what is going on. */
export interface PublicStatus extends Publisher {
  /** The names by which /files knows the logos, for light and for dark ground. */
  logos: Partial<Record<'light' | 'dark', string>>;
  feeds: readonly OfferedFeed[];
  /** What web feeds published of running events, by event; the newest first. */
  events: readonly (readonly Entry[])[];
  /** When anything of it last changed; null when nothing was ever published. */
  changedAt: Date | null;
}

/** As many are shown of what does not hold any more; what is older is found in the feeds. */
const most = 200;

/** What everybody may read now; null while no channel of the type web feed is active. */
export async function readStatus({ db }: Pick<App, 'db'>): Promise<PublicStatus | null> {
  const channels = [...(await publicChannels({ db })).values()];
  const pages = channels.filter(({ type }) => type === 'webfeed').map(({ id }) => id);
  if (!pages.length) return null;
  const [publisher, entries, changedAt, logos] = await Promise.all([
    readPublisher(db),
    readEntries(db, sql`p.channel_id = any(${pages}) and ${goesOn}`, most),
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

/** What stands on several pages word for word is one thing to whoever reads this one. */
function once(entries: readonly Entry[]): Entry[] {
  const said = new Set<string>();
  return entries.filter(({ eventId, kind, texts, replacedAt }) => {
    const what = JSON.stringify([eventId, kind, texts, replacedAt !== null]);
    return !said.has(what) && said.add(what);
  });
}

/** When something was last published or replaced, or an event ended of which something was. */
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
