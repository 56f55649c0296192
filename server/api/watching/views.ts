import { createHash } from 'node:crypto';
import type { App, Viewer } from '#server/platform/context.ts';
import type { Topic } from '#server/platform/live/live.ts';
import { inPortions } from './in-portions.ts';
import { classOf, observed, ownClass, personalDocuments } from './viewer-class.ts';

/** What somebody watches. */
export interface WatchedView {
  /** The document with the name of its operation. */
  document: string;
  variables: string;
  topics: readonly Topic[];
  /** The answer as the viewer may see it, as text. */
  compute: (viewer: Viewer | null) => Promise<string>;
}

/**
 * Thrown in place of an answer that cannot be computed at the moment, with what is told instead. Whoever already sees
 * something goes on seeing it; it is computed again until it can be.
 */
export class Unavailable extends Error {
  readonly text: string;
  constructor(text: string) {
    super('unavailable');
    this.text = text;
  }
}

/** Somebody who watches. */
export interface Watcher {
  viewer: Viewer | null;
  watched: WatchedView;
  send: (event: Buffer) => void;
}

interface View {
  key: string;
  of: Watcher;
  watchers: Set<Watcher>;
  /** Those who have seen nothing yet. */
  fresh: Set<Watcher>;
  changed: boolean;
  /** Nothing was heard for long: whether something was missed is looked at. */
  quiet: boolean;
  /** What was sent to all at last, as its hash. */
  shown: string;
  busy: boolean;
  /** When it may be computed again, on the clock of `performance`. */
  notBefore: number;
  /** How often in a row it could not be computed. */
  failures: number;
  /** Milliseconds that the last computations took. */
  costs: number[];
  timer?: NodeJS.Timeout | undefined;
  unwatch: (() => void)[];
}

const usualGap = 250;
const shareOfTime = 10;
const remembered = 5;
const pauseAfterFailure = 1000;
const longestRest = 5_000;
const longestPause = 30_000;
const longestQuiet = 60_000;

/**
 * Milliseconds from the beginning of a computation to that of the next, after computations that took so long, the last one
 * last: a tenth of the time goes into it, but however busy everything is, nobody waits longer than five seconds for it to begin.
 */
export const pauseAfter = (costs: readonly number[], gap = usualGap): number =>
  Math.max(gap, Math.min(shareOfTime * Math.min(...costs), costs.at(-1)! + longestRest));

/** The views of a process: what several watch is computed once, written once and sent to all. */
export interface Views {
  /** Sends the answer at once and after every change, until the returned function is called. */
  join(watcher: Watcher): () => void;
  stop(): void;
  readonly computations: number;
  readonly size: number;
}

/**
 * Begins to share views. Watchers of the same document, variables and kind of permission share one, as long as computing
 * it reads nothing of who they are; otherwise each session has its own. A view is computed at most every 250 ms, and at
 * most a tenth of the time by its own cost: the quickest of the last computations, since the others waited for something
 * else as well; it rests for five seconds at most. What changes meanwhile is one more turn. Of which nothing was heard for a minute is computed all the same,
 * and sent when it is another: no notice that was lost is missed for longer.
 */
export function startViews(
  { budgets, live, log }: Pick<App, 'budgets' | 'live' | 'log'>,
  gap = usualGap,
  quiet = longestQuiet,
): Views {
  const views = new Map<string, View>();
  const placed = new Map<Watcher, View>();
  const personal = personalDocuments();
  let computations = 0;

  const ask = (view: View) => {
    if (view.timer || view.busy || (!view.changed && !view.quiet && view.fresh.size === 0)) return;
    const wait = Math.max(0, view.notBefore - performance.now());
    view.timer = setTimeout(() => {
      view.timer = undefined;
      void turn(view);
    }, wait);
  };
  const keyOf = ({ viewer, watched }: Watcher) => {
    const kind = personal.has(watched.document) ? ownClass(viewer) : classOf(viewer);
    return JSON.stringify([kind, watched.document, watched.variables]);
  };
  const open = (key: string, of: Watcher): View => {
    const view: View = {
      key,
      of,
      watchers: new Set(),
      fresh: new Set(),
      changed: false,
      quiet: false,
      shown: '',
      busy: false,
      notBefore: 0,
      failures: 0,
      costs: [],
      unwatch: [],
    };
    view.unwatch = of.watched.topics.map((topic) =>
      live.watch(topic, () => {
        view.changed = true;
        ask(view);
      }),
    );
    views.set(key, view);
    return view;
  };
  const close = (view: View) => {
    for (const unwatch of view.unwatch) unwatch();
    clearTimeout(view.timer);
    view.watchers.clear();
    view.fresh.clear();
    if (views.get(view.key) === view) views.delete(view.key);
  };
  const place = (watcher: Watcher) => {
    const key = keyOf(watcher);
    const view = views.get(key) ?? open(key, watcher);
    watcher.watched = view.of.watched; // asks the same, and what one request left behind is kept once
    view.watchers.add(watcher);
    view.fresh.add(watcher);
    placed.set(watcher, view);
    ask(view);
  };
  const turn = async (view: View) => {
    view.busy = true;
    const leave = await budgets.live.gate.enter(view.watchers.size); // what many look at comes sooner
    const { viewer, isPersonal } = observed(view.of.viewer);
    const isHeard = view.changed; // who comes from here on wants what is computed from here on
    const fresh = [...view.fresh];
    view.changed = false;
    view.quiet = false;
    view.fresh.clear();
    const send = (text: string, to: Iterable<Watcher>) => {
      const event = Buffer.from(`event: next\ndata: ${text}\n\n`);
      return inPortions(to, (watcher) => {
        if (view.watchers.has(watcher)) watcher.send(event);
      });
    };
    const begun = performance.now();
    let pause = gap;
    try {
      if (view.watchers.size === 0) return;
      computations++;
      const text = await view.of.watched.compute(viewer);
      if (view.watchers.size === 0) return; // closed meanwhile
      view.failures = 0;
      view.costs = [...view.costs, performance.now() - begun].slice(-remembered);
      pause = pauseAfter(view.costs, gap);
      if (isPersonal() && view.key !== keyAlone(view.of)) return setApart(view);
      const hash = createHash('sha1').update(text).digest('base64');
      const isMissed = hash !== view.shown;
      view.shown = hash;
      await send(text, isHeard || isMissed ? view.watchers : fresh);
    } catch (error) {
      view.changed = true; // nobody misses what this would have told
      pause = Math.max(gap, Math.min(longestPause, pauseAfterFailure * 2 ** view.failures++));
      if (error instanceof Unavailable) await send(error.text, fresh);
      else log.error({ event: 'view_failed', error: (error as Error).name });
    } finally {
      leave();
      view.busy = false;
      view.notBefore = begun + pause;
      if (view.watchers.size) ask(view);
    }
  };
  const keyAlone = ({ viewer, watched }: Watcher) =>
    JSON.stringify([ownClass(viewer), watched.document, watched.variables]);
  const setApart = (view: View) => {
    personal.add(view.of.watched.document);
    const watchers = [...view.watchers];
    close(view);
    for (const watcher of watchers) place(watcher);
  };
  // a notice may be lost with the process that was to give it
  const looking = setInterval(() => {
    for (const view of views.values()) {
      if (performance.now() - view.notBefore < quiet) continue;
      view.quiet = true;
      ask(view);
    }
  }, quiet / 4);
  looking.unref();
  return {
    join(watcher) {
      place(watcher);
      return () => {
        const view = placed.get(watcher);
        placed.delete(watcher);
        view?.watchers.delete(watcher);
        view?.fresh.delete(watcher);
        if (view?.watchers.size === 0) close(view);
      };
    },
    stop() {
      clearInterval(looking);
      for (const view of [...views.values()]) close(view);
    },
    get computations() {
      return computations;
    },
    get size() {
      return views.size;
    },
  };
}
