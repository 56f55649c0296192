import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Loads a component on demand. If that fails, the fallback replaces it. */
export const lazyWithFallback = <Props extends object>(
  load: Load<Props>,
  otherwise: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load().catch(() => otherwise) }));

// after the page's own requests
const AFTER = 5000;

/** Preloads code some seconds later, also for use offline. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), AFTER);
    return () => clearTimeout(timer);
  }, [load]);
}
