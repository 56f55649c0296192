import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';

const loadKind = async () => (await import('./WhichKind.tsx')).WhichKind;
const loadEnded = async () => (await import('./WhichEnded.tsx')).WhichEnded;

/** Loads when shown. */
export const LazyWhichKind = lazyWithFallback(loadKind, NotLoaded);

/** Loads when shown. */
export const LazyWhichEnded = lazyWithFallback(loadEnded, NotLoaded);

/** Loads the questions between the kind of a message and the next step. */
export const loadMessageQuestions = (): Promise<unknown> =>
  Promise.all([loadKind(), loadEnded(), import('./WhichMode.tsx')]);
