import { type RefObject, useId, useRef, useState } from 'react';
import { usePrefetch } from '#web/ui/lazy-with-fallback.tsx';

export type MenuPlace = {
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  opened: boolean;
  onChange: (opened: boolean) => void;
};

/** Loads a menu when its button is about to be pressed. `button` stays mounted; `menu` appears after the first use. */
export function useLazyMenu(load: () => Promise<unknown>) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isWanted, setWanted] = useState(false);
  const [opened, setOpened] = useState(false);
  usePrefetch(load);
  const prepare = () => void load().catch(() => {});
  const menu: MenuPlace | undefined = isWanted ? { id, button, opened, onChange: setOpened } : undefined;
  return {
    button: {
      ref: button,
      id,
      'aria-haspopup': 'menu' as const,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: () => {
        setWanted(true);
        setOpened(!opened);
      },
    },
    menu,
  };
}
