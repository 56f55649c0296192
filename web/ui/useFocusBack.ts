import { useEffect } from 'react';

/** Returns the focus to its place before a dialog, otherwise to the content. */
export function useFocusBack(): void {
  useEffect(() => {
    let last: HTMLElement | null = null;
    const open = new Map<Element, HTMLElement | null>();
    const closed = () => {
      for (const [dialog, before] of [...open].reverse()) {
        if (dialog.isConnected) continue;
        open.delete(dialog);
        if (document.activeElement !== document.body) continue;
        (before?.isConnected ? before : document.querySelector<HTMLElement>('main'))?.focus();
      }
      if (open.size === 0) observer.disconnect();
    };
    // a removed dialog sends no signal
    const observer = new MutationObserver(closed);
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      const dialog = target.closest('[role=dialog]');
      if (dialog && !open.has(dialog)) {
        open.set(dialog, last);
        observer.observe(document.body, { childList: true, subtree: true });
      }
      last = target;
    };
    document.addEventListener('focusin', onFocus);
    return () => {
      document.removeEventListener('focusin', onFocus);
      observer.disconnect();
    };
  }, []);
}
