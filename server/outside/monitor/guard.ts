import type { App } from '#server/platform/context.ts';
import { batchByKey } from '#server/platform/database/batch-by-key.ts';
import { linksThatHold, noteUse } from './links.ts';

/** Detects invalid links of open monitors. */
export interface LinkGuard {
  /** Calls `end` when the link becomes invalid, unless cancelled. */
  guard(linkId: number, end: () => void): () => void;
  stop(): void;
}

// for ended events, and revocations during an outage
const lookEvery = 30_000;

/** Starts the guard, one statement per check. */
export function startLinkGuard({ db, live, log }: Pick<App, 'db' | 'live' | 'log'>): LinkGuard {
  const open = new Map<number, Set<() => void>>();
  // all get notified at once after an outage
  const holds = batchByKey(async (_all: 'all', ids: readonly number[]) => {
    const holding = await linksThatHold(db, ids);
    return ids.map((id) => ({ result: holding.has(id) }));
  });
  const unknown = (error: unknown) => log.warn({ event: 'monitor_links_unknown', error: (error as Error).name });
  const look = (id: number) =>
    holds('all', id).then((holding) => {
      if (!holding) for (const end of [...(open.get(id) ?? [])]) end();
    }, unknown);
  const looking = setInterval(() => {
    const ids = [...open.keys()];
    if (ids.length) noteUse(db, ids).catch(unknown);
    for (const id of ids) void look(id);
  }, lookEvery);
  looking.unref();
  return {
    guard(linkId, end) {
      const ends = open.get(linkId) ?? new Set();
      open.set(linkId, ends.add(end));
      const forget = live.watch(`monitor:${linkId}`, () => void look(linkId));
      noteUse(db, [linkId]).catch(unknown);
      void look(linkId); // it may have been revoked between the check and the watch
      return () => {
        forget();
        ends.delete(end);
        if (ends.size === 0 && open.get(linkId) === ends) open.delete(linkId);
      };
    },
    stop: () => clearInterval(looking),
  };
}
