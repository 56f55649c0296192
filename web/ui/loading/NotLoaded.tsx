import { useEffect, useEffectEvent } from 'react';
import { showPreloadError } from './preload-errors.ts';

type Props = { opened?: boolean; onClose?: () => void; onChange?: (opened: boolean) => void };

/**
 * Stands where a dialog or a menu could not be fetched: says so whenever somebody wants it, with a way to load the page anew, and
 * closes it, so that the next click is heard too.
 */
export function NotLoaded({ opened = true, onClose, onChange }: Props) {
  const answer = useEffectEvent(() => {
    void showPreloadError();
    onClose?.();
    onChange?.(false);
  });
  useEffect(() => {
    if (opened) answer();
  }, [opened]);
  return null;
}
