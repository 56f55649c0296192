import type { App } from '#server/platform/context.ts';
import { inGroups } from '#server/platform/database/in-groups.ts';
import { linksThatHold, noteUse } from './links.ts';

/** Tells of links that hold no more while monitors are open by them, on whatever process they were revoked. */
export interface LinkGuard {
  /** Calls `end` when the link holds no more, unless the returned function was called before. */
  guard(linkId: number, end: () => void): () => void;
  stop(): void;
}

// the end of an event, and what was revoked while the database was away; at a revocation it is at once
const lookEvery = 30_000;

/** Begins to guard; however many are open, a look is one statement, and so is keeping when they were last used. */
export function startLinkGuard({ db, live, log }: Pick<App, 'db' | 'live' | 'log'>): LinkGuard {
  const open = new Map<number, Set<() => void>>();
  // all are told at once when the database is there again
  const holds = inGroups(async (_all: 'all', ids: readonly number[]) => {
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
