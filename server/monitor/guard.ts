import type { App } from '#server/context.ts';
import { linksThatHold } from './links.ts';

/** Tells of links that hold no more while monitors are open by them, on whatever process they were revoked. */
export interface LinkGuard {
  /** Calls `end` when the link holds no more, unless the returned function was called before. */
  guard(linkId: number, end: () => void): () => void;
  stop(): void;
}

// the end of an event, and what was revoked while the database was away; at a revocation it is at once
const lookEvery = 30_000;

/** Begins to guard; however many are open, a look is one statement, which also keeps when they were last used. */
export function startLinkGuard({ db, live, log }: Pick<App, 'db' | 'live' | 'log'>): LinkGuard {
  const open = new Map<number, Set<() => void>>();
  const look = async (ids: readonly number[]) => {
    if (!ids.length) return;
    try {
      const holding = await linksThatHold(db, ids);
      for (const id of ids) if (!holding.has(id)) for (const end of [...(open.get(id) ?? [])]) end();
    } catch (error) {
      log.warn({ event: 'monitor_links_unknown', error: (error as Error).name });
    }
  };
  const looking = setInterval(() => void look([...open.keys()]), lookEvery);
  looking.unref();
  return {
    guard(linkId, end) {
      const ends = open.get(linkId) ?? new Set();
      open.set(linkId, ends.add(end));
      const forget = live.watch(`monitor:${linkId}`, () => void look([linkId]));
      void look([linkId]); // it may have been revoked between the check and the watch
      return () => {
        forget();
        ends.delete(end);
        if (ends.size === 0 && open.get(linkId) === ends) open.delete(linkId);
      };
    },
    stop: () => clearInterval(looking),
  };
}
