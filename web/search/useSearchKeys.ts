import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useViewer } from '#web/lib/viewer.tsx';
import type { useSearch } from './useSearch.ts';

type Options = {
  /** In the panel, the list is always visible. */
  place: 'bar' | 'panel';
  box: RefObject<HTMLElement | null>;
  search: ReturnType<typeof useSearch>;
  /** Called after a choice. */
  onLeave: (() => void) | undefined;
};

/** Controls the list of a search box by keyboard. */
export function useSearchKeys({ place, box, search, onLeave }: Options) {
  const { user, refetch } = useViewer();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(place === 'panel');
  const [active, setActive] = useState(-1);
  const { term, finds } = search;
  const count = term ? (finds?.length ?? 0) : user.searchHistory.length;

  const type = (text: string) => {
    search.setTyped(text);
    setOpen(true);
    setActive(text.trim() ? 0 : -1);
  };
  const leave = () => {
    search.remember();
    search.setTyped('');
    setOpen(place === 'panel');
    onLeave?.();
  };
  const choose = (at: number) => {
    if (!term) return type(user.searchHistory[at]!);
    void navigate(finds![at]!.to);
    leave();
  };
  // clears the previous page's words, unless the user is typing
  const { pathname } = useLocation();
  const clear = useEffectEvent(() => {
    if (!box.current!.contains(document.activeElement)) search.setTyped('');
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs on each page change
  useEffect(() => clear(), [pathname]);
  const isReady = (at: number) => search.isCurrent || finds?.[at]?.kind === 'actions';
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.nativeEvent.isComposing) return;
    if (step) {
      event.preventDefault();
      setOpen(true);
      if (isOpen && count) setActive(active < 0 && step < 0 ? count - 1 : (active + step + count) % count);
    } else if (event.key === 'Enter' && isOpen && active >= 0 && active < count && (!term || isReady(active))) {
      choose(active);
    } else if (event.key === 'Escape' && place === 'bar') {
      if (isOpen) setOpen(false);
      else search.setTyped('');
    }
  };
  return {
    /** The number of entries of the list. */
    count,
    /** The position of the entry that Enter follows; -1 for none. */
    active,
    isOpen,
    open() {
      refetch();
      setOpen(true);
    },
    show: () => setOpen(true),
    close: () => setOpen(place === 'panel'),
    type,
    leave,
    onKeyDown,
  };
}
