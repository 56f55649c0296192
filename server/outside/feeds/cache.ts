import { createHash } from 'node:crypto';
import type { App } from '#server/platform/context.ts';
import { type Feed, publicChannels, readFeed } from './feed.ts';

/** A document as it is sent. */
export interface Rendered {
  body: string;
  etag: string;
}

/** What was public at a moment, with the documents that were made of it. */
export interface Snapshot<Content = Feed> {
  content: Content;
  /** What `render` makes of it, once for all readers. */
  document(name: string, render: (content: Content) => string): Rendered;
}

/** How long readers may see what was. */
const freshFor = 2_000;

/**
 * Feeds for however many readers: the database is asked at most once in two seconds per channel and never per request;
 * while it is away, readers get what was last known.
 */
export function createFeedCache(app: Pick<App, 'db' | 'secrets'>): (channelId: number) => Promise<Snapshot | null> {
  const known = kept(() => publicChannels(app));
  const feeds = new Map<number, () => Promise<Snapshot | null>>();
  return async (channelId) => {
    const channels = await known();
    for (const id of feeds.keys()) if (!channels.has(id)) feeds.delete(id);
    if (!channels.has(channelId)) return null;
    const read = feeds.get(channelId) ?? kept(() => feedSnapshot(app, channelId));
    feeds.set(channelId, read);
    return read();
  };
}

/** Reads again when what is there is two seconds old, once for all who wait; keeps what is there when that fails. */
export function kept<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { value: Value; at: number } | null = null;
  let reading: Promise<Value> | null = null;
  const readNow = async () => {
    try {
      last = { value: await read(), at: performance.now() };
    } catch (error) {
      if (!last) throw error;
      last.at = performance.now();
    } finally {
      reading = null;
    }
    return last.value;
  };
  return async () => {
    if (last && performance.now() - last.at < freshFor) return last.value;
    reading ??= readNow();
    return reading;
  };
}

async function feedSnapshot(app: Pick<App, 'db' | 'secrets'>, channelId: number): Promise<Snapshot | null> {
  const feed = await readFeed(app, channelId);
  return feed && snapshotOf(feed);
}

/** What is public at this moment, of which nothing is made yet. */
export function snapshotOf<Content>(content: Content): Snapshot<Content> {
  const documents = new Map<string, Rendered>();
  return {
    content,
    document(name, render) {
      const made = documents.get(name) ?? rendered(render(content));
      documents.set(name, made);
      return made;
    },
  };
}

function rendered(body: string): Rendered {
  const hash = createHash('sha256').update(body).digest('base64url');
  return { body, etag: `"${hash}"` };
}
