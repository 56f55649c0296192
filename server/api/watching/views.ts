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
  /** Computes the viewer's response as text. */
  compute: (viewer: Viewer | null) => Promise<string>;
}

/**
 * Thrown if a response can't currently be computed, with the text to send instead. Watchers keep their last response; the
 * computation retries.
 */
export class Unavailable extends Error {
  readonly text: string;
  constructor(text: string) {
    super('unavailable');
    this.text = text;
  }
}

/** A watcher of a live view. */
export interface Watcher {
  viewer: Viewer | null;
  watched: WatchedView;
  send: (event: Buffer) => void;
}

interface View {
  key: string;
  of: Watcher;
  watchers: Set<Watcher>;
  /** Watchers without a response yet. */
  fresh: Set<Watcher>;
  changed: boolean;
  /** No notice came for long, so the view is checked. */
  quiet: boolean;
  /** The hash of the last response to all. */
  shown: string;
  busy: boolean;
  /** The earliest next computation, on the clock of `performance`. */
  notBefore: number;
  /** The number of consecutive failures. */
  failures: number;
  /** Milliseconds of the last computations. */
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
 * Returns the milliseconds between the starts of two computations, by the duration of the last ones: a computation takes at most
 * a tenth of the time, but the pause is at most five seconds.
 */
export const pauseBetween = (costs: readonly number[], gap = usualGap): number =>
  Math.max(gap, Math.min(shareOfTime * Math.min(...costs), costs.at(-1)! + longestRest));

/** The views of a process: a shared view is computed once, serialized once and sent to all. */
export interface Views {
  /** Sends the response immediately and after every change, until the returned function is called. */
  join(watcher: Watcher): () => void;
  stop(): void;
  readonly computations: number;
  readonly size: number;
}

/**
 * Starts sharing views. Watchers of the same document, variables and permissions share one, unless computing it reads their
 * identity; then each session has its own. A view is computed at most every 250 ms, and at most a tenth of the time by its own
 * cost: the fastest of the last computations. The pause is at most five seconds. Changes during a computation cause one more.
 * Without a notice for a minute, the view is recomputed and sent if different.
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
    watcher.watched = view.of.watched; // equal request, so one copy of the data suffices
    view.watchers.add(watcher);
    view.fresh.add(watcher);
    placed.set(watcher, view);
    ask(view);
  };
  const turn = async (view: View) => {
    view.busy = true;
    const leave = await budgets.live.gate.enter(view.watchers.size); // views with many watchers come first
    const { viewer, isPersonal } = observed(view.of.viewer);
    const isHeard = view.changed; // later watchers need a newer computation
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
      if (view.watchers.size === 0) return; // closed in between
      view.failures = 0;
      view.costs = [...view.costs, performance.now() - begun].slice(-remembered);
      pause = pauseBetween(view.costs, gap);
      if (isPersonal() && view.key !== keyAlone(view.of)) return setApart(view);
      const hash = createHash('sha1').update(text).digest('base64');
      const isMissed = hash !== view.shown;
      view.shown = hash;
      await send(text, isHeard || isMissed ? view.watchers : fresh);
    } catch (error) {
      view.changed = true; // recomputes, so that this change is not lost
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
  // a notice may be lost with its sender's process
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
