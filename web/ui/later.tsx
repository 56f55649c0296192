import { type ComponentType, type LazyExoticComponent, lazy, useEffect } from 'react';

type Load<Props> = () => Promise<ComponentType<Props>>;

/**
 * A component that is fetched when it is first shown, so that the first page needs not wait for it. Where it cannot be
 * fetched another one stands in its place: the page stays.
 */
export const later = <Props extends object>(
  load: Load<Props>,
  otherwise: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load().catch(() => otherwise) }));

// what is being waited for comes first
const AFTER = 5000;

/** Fetches what a page shows later once it has stood for some seconds: it opens at once, also when the connection is gone then. */
export function useSoon(load: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => {}), AFTER);
    return () => clearTimeout(timer);
  }, [load]);
}
