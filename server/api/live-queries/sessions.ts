import { sessionsThatHold } from '#server/api/viewer/viewer.ts';
import type { App, Viewer } from '#server/platform/context.ts';

export interface Sessions {
  /** Calls `end` when the session is over, unless cancelled by the returned function. */
  guard(viewer: Viewer, end: () => void): () => void;
  stop(): void;
}

interface Guarded {
  viewer: Viewer;
  end: () => void;
}

const again = 1000;
// no notification reports an idle session
const lookEvery = 60_000;
const longestTimer = 2 ** 31 - 1;

/** Starts guarding; verifies all at an interval in one statement. */
export function startSessions(app: Pick<App, 'db' | 'live'>, every = lookEvery): Sessions {
  const guarded = new Set<Guarded>();
  const asked = new Set<Guarded>();
  let timer: NodeJS.Timeout | undefined;

  const ask = (some: Iterable<Guarded>, wait = 0) => {
    for (const one of some) asked.add(one);
    timer ??= setTimeout(() => void check(), wait);
  };
  const check = async () => {
    timer = undefined;
    const some = [...asked].filter((one) => guarded.has(one));
    asked.clear();
    if (!some.length) return;
    try {
      const holding = await sessionsThatHold(
        app,
        some.map(({ viewer }) => viewer),
      );
      for (const { viewer, end } of some) if (!holding.has(viewer.sessionId)) end();
    } catch {
      ask(some, again); // without the database, retry, because it may have been revoked just before
    }
  };
  const unwatch = app.live.watch('system', () => ask(guarded));
  const looking = setInterval(() => guarded.size && ask(guarded), every);
  looking.unref();
  return {
    guard(viewer, end) {
      const one = { viewer, end };
      guarded.add(one);
      const ends = viewer.sessionEndsAt?.getTime() ?? Number.POSITIVE_INFINITY;
      const over = setTimeout(end, Math.min(longestTimer, ends - Date.now()));
      const forget = app.live.watch(`session:${viewer.sessionId}`, () => ask([one]));
      ask([one]); // it may have ended between verification and start
      return () => {
        guarded.delete(one);
        clearTimeout(over);
        forget();
      };
    },
    stop() {
      unwatch();
      clearInterval(looking);
      clearTimeout(timer);
    },
  };
}
