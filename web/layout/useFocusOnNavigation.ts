import { type RefObject, useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** Moves the focus to the content after each navigation. */
export function useFocusOnNavigation(main: RefObject<HTMLElement | null>): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname, main]);
}
