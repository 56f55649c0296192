import { createHash } from 'node:crypto';
import type { App } from '#server/platform/context.ts';
import { inPortions } from './in-portions.ts';
import { classOf, observed, ownClass, personalDocuments } from './viewer-class.ts';
import { Unavailable, type WatchedView, type Watcher } from './watcher.ts';

interface View {
  key: string;
  of: Watcher;
  watchers: Set<Watcher>;
  /** Watchers without a response yet. */
  fresh: Set<Watcher>;
  changed: boolean;
  /** Without notice for long, so that it is checked. */
  quiet: boolean;
  /** The last response's hash. */
  shown: string;
  busy: boolean;
  /** On the clock of `performance`. */
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

/** Returns the milliseconds between computations, which take at most a tenth of the time; at most five seconds. */
export const pauseBetween = (costs: readonly number[], gap = usualGap): number =>
  Math.max(gap, Math.min(shareOfTime * Math.min(...costs), costs.at(-1)! + longestRest));

export interface Views {
  /** Sends the response now and after changes, until the returned function is called. */
  join(watcher: Watcher): () => void;
  stop(): void;
  readonly computations: number;
  readonly size: number;
}

/**
 * Starts sharing views by document, variables and permissions; if computing one reads the viewer's identity, each
 * session has its own. Computes a view at most every 250 ms and a tenth of the time, but at least every five seconds;
 * changes during a computation cause one more. Recomputes after a minute without notice.
 */
export const startViews = (app: Pick<App, 'pools' | 'live' | 'log'>, gap = usualGap, quiet = longestQuiet): Views =>
  new SharedViews(app, gap, quiet);

/** A view is idle, scheduled (has a timer) or busy. */
class SharedViews implements Views {
  readonly #app: Pick<App, 'pools' | 'live' | 'log'>;
  readonly #gap: number;
  readonly #looking: NodeJS.Timeout;
  readonly #views = new Map<string, View>();
  readonly #placed = new Map<Watcher, View>();
  readonly #personal = personalDocuments();
  #computations = 0;

  constructor(app: Pick<App, 'pools' | 'live' | 'log'>, gap: number, quiet: number) {
    this.#app = app;
    this.#gap = gap;
    // a notice may be lost with its sender
    this.#looking = setInterval(() => this.#checkQuiet(quiet), quiet / 4);
    this.#looking.unref();
  }

  get computations(): number {
    return this.#computations;
  }

  get size(): number {
    return this.#views.size;
  }

  join(watcher: Watcher): () => void {
    this.#place(watcher);
    return () => {
      const view = this.#placed.get(watcher);
      this.#placed.delete(watcher);
      view?.watchers.delete(watcher);
      view?.fresh.delete(watcher);
      if (view?.watchers.size === 0) this.#close(view);
    };
  }

  stop(): void {
    clearInterval(this.#looking);
    for (const view of [...this.#views.values()]) this.#close(view);
  }

  #keyOf(watcher: Watcher): string {
    const { viewer, watched } = watcher;
    return this.#personal.has(watched.document) ? keyAlone(watcher) : keyFor(classOf(viewer), watched);
  }

  #place(watcher: Watcher): void {
    const key = this.#keyOf(watcher);
    const view = this.#views.get(key) ?? this.#open(key, watcher);
    watcher.watched = view.of.watched; // equal request, so one copy of the data suffices
    view.watchers.add(watcher);
    view.fresh.add(watcher);
    this.#placed.set(watcher, view);
    this.#schedule(view);
  }

  #open(key: string, of: Watcher): View {
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
      this.#app.live.watch(topic, () => {
        view.changed = true;
        this.#schedule(view);
      }),
    );
    this.#views.set(key, view);
    return view;
  }

  #close(view: View): void {
    for (const unwatch of view.unwatch) unwatch();
    clearTimeout(view.timer);
    view.watchers.clear();
    view.fresh.clear();
    if (this.#views.get(view.key) === view) this.#views.delete(view.key);
  }

  #checkQuiet(quiet: number): void {
    for (const view of this.#views.values()) {
      if (performance.now() - view.notBefore < quiet) continue;
      view.quiet = true;
      this.#schedule(view);
    }
  }

  #schedule(view: View): void {
    if (view.timer || view.busy || (!view.changed && !view.quiet && view.fresh.size === 0)) return;
    const wait = Math.max(0, view.notBefore - performance.now());
    view.timer = setTimeout(() => {
      view.timer = undefined;
      void this.#turn(view);
    }, wait);
  }

  async #turn(view: View): Promise<void> {
    view.busy = true;
    const leave = await this.#app.pools.live.gate.enter(view.watchers.size); // views with many watchers come first
    const isHeard = view.changed; // later watchers need a newer computation
    const fresh = [...view.fresh];
    view.changed = false;
    view.quiet = false;
    view.fresh.clear();
    const begun = performance.now();
    let pause = this.#gap;
    try {
      if (view.watchers.size === 0) return;
      const text = await this.#compute(view);
      if (view.watchers.size === 0) return; // closed in between
      view.failures = 0;
      view.costs = [...view.costs, performance.now() - begun].slice(-remembered);
      pause = pauseBetween(view.costs, this.#gap);
      if (text === null) return this.#setApart(view);
      const hash = createHash('sha1').update(text).digest('base64');
      const isMissed = hash !== view.shown;
      view.shown = hash;
      await send(view, text, isHeard || isMissed ? view.watchers : fresh);
    } catch (error) {
      view.changed = true; // recomputes, so that this change is not lost
      pause = Math.max(this.#gap, Math.min(longestPause, pauseAfterFailure * 2 ** view.failures++));
      if (error instanceof Unavailable) await send(view, error.text, fresh);
      else this.#app.log.error({ event: 'view_failed', error: (error as Error).name });
    } finally {
      leave();
      view.busy = false;
      view.notBefore = begun + pause;
      if (view.watchers.size) this.#schedule(view);
    }
  }

  /** Returns the response to all; null if it depends on their identity. */
  async #compute({ of, key }: View): Promise<string | null> {
    this.#computations++;
    const { viewer, isPersonal } = observed(of.viewer);
    const text = await of.watched.compute(viewer);
    return isPersonal() && key !== keyAlone(of) ? null : text;
  }

  /** Gives each watcher a view of its own. */
  #setApart(view: View): void {
    this.#personal.add(view.of.watched.document);
    const watchers = [...view.watchers];
    this.#close(view);
    for (const watcher of watchers) this.#place(watcher);
  }
}

const keyFor = (kind: string, { document, variables }: WatchedView): string =>
  JSON.stringify([kind, document, variables]);

const keyAlone = ({ viewer, watched }: Watcher): string => keyFor(ownClass(viewer), watched);

const send = (view: View, text: string, to: Iterable<Watcher>): Promise<void> => {
  const event = Buffer.from(`event: next\ndata: ${text}\n\n`);
  return inPortions(to, (watcher) => {
    if (view.watchers.has(watcher)) watcher.send(event);
  });
};
