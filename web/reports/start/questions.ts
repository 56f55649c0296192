import { useEffect } from 'react';
import { lazyWithFallback, usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import { UnknownInPage } from './UnknownInPage.tsx';

// after the page's own requests
const AFTER = 2000;

const loadUnknown = async () => (await import('./UnknownEvents.tsx')).UnknownEvents;
const loadWhich = async () => (await import('./WhichEvent.tsx')).WhichEvent;
const loadMode = async () => (await import('./WhichMode.tsx')).WhichMode;
export const LazyUnknownEvents = lazyWithFallback(loadUnknown, UnknownInPage);
export const LazyWhichEvent = lazyWithFallback(loadWhich, NotLoaded);
export const LazyWhichMode = lazyWithFallback(loadMode, NotLoaded);
/** Loads the questions between a tile and the next step. */
const loadQuestions = () => Promise.all([loadUnknown(), loadWhich(), loadMode()]);

/** Preloads the questions, at once if events are unknown. */
export function useQuestionsSoon(isUnknown: boolean, asks: boolean): void {
  usePrefetch(loadQuestions);
  useEffect(() => {
    if (!isUnknown && !asks) return;
    const timer = setTimeout(() => void loadQuestions().catch(() => {}), isUnknown ? 0 : AFTER);
    return () => clearTimeout(timer);
  }, [isUnknown, asks]);
}
