import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/**
 * A component that is fetched when it is first shown, so that the first page needs not wait for it. Where it cannot be
 * fetched another one stands in its place: the page stays.
 */
export const later = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> => lazy(async () => ({ default: await load().catch(() => otherwise) }));
