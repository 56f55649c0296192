import { createHash } from 'node:crypto';
import type { App } from '#server/platform/context.ts';
import { type Feed, publicChannels, readFeed } from './feed.ts';

/** A rendered document. */
export interface RenderedFeed {
  body: string;
  etag: string;
}

/** Public content at a point in time, with its rendered documents. */
export interface Snapshot<Content = Feed> {
  content: Content;
  /** Returns a rendering, computed once. */
  document(name: string, render: (content: Content) => string): RenderedFeed;
}

/** Maximum age of the content, in milliseconds. */
const freshFor = 2_000;

/** Caches feeds: at most one query per channel every two seconds. Without the database, the last content. */
export function createFeedCache(app: Pick<App, 'db' | 'secrets'>): (channelId: number) => Promise<Snapshot | null> {
  const known = keptFresh(() => publicChannels(app));
  const feeds = new Map<number, () => Promise<Snapshot | null>>();
  return async (channelId) => {
    const channels = await known();
    for (const id of feeds.keys()) if (!channels.has(id)) feeds.delete(id);
    if (!channels.has(channelId)) return null;
    const read = feeds.get(channelId) ?? keptFresh(() => feedSnapshot(app, channelId));
    feeds.set(channelId, read);
    return read();
  };
}

/** Refreshes a value older than two seconds once; keeps it on failure. */
export function keptFresh<Value>(read: () => Promise<Value>): () => Promise<Value> {
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

/** Returns a snapshot of the current content without documents. */
export function snapshotOf<Content>(content: Content): Snapshot<Content> {
  const documents = new Map<string, RenderedFeed>();
  return {
    content,
    document(name, render) {
      const made = documents.get(name) ?? rendered(render(content));
      documents.set(name, made);
      return made;
    },
  };
}

function rendered(body: string): RenderedFeed {
  const hash = createHash('sha256').update(body).digest('base64url');
  return { body, etag: `"${hash}"` };
}
