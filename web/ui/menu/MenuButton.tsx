import { type ReactNode, Suspense } from 'react';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import type { MenuItem } from './ItemMenu.tsx';
import { useLazyMenu } from './useLazyMenu.ts';

const load = async () => (await import('./ItemMenu.tsx')).ItemMenu;
const ItemMenu = lazyWithFallback(load, NotLoaded);

type Props = {
  items: readonly MenuItem[];
  width?: number;
  /** Words above the items. */
  heading?: string | undefined;
  children: (part: ReturnType<typeof useLazyMenu>['button']) => ReactNode;
};

/** Mounts its menu on first use, for pages with hundreds of rows. */
export function MenuButton({ items, width, heading, children }: Props) {
  const { button, menu } = useLazyMenu(load);
  return (
    <>
      {children(button)}
      {menu && (
        <Suspense fallback={null}>
          <ItemMenu {...menu} items={items} heading={heading} {...(width ? { width } : {})} />
        </Suspense>
      )}
    </>
  );
}
