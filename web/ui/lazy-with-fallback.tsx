import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * Loads a component when it first appears, to keep the first page small. If loading fails, the fallback replaces it and the page
 * stays.
 */
export const lazyWithFallback = <Props extends object>(
  load: Load<Props>,
  otherwise: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load().catch(() => otherwise) }));

// lets the page's own requests finish first
const AFTER = 5000;

/** Preloads code some seconds after the page opens, so that it opens immediately and without a connection. */
export function usePrefetch(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), AFTER);
    return () => clearTimeout(timer);
  }, [load]);
}
