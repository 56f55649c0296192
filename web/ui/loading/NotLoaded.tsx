import { useEffect, useEffectEvent } from 'react';
import { showPreloadError } from './preload-errors.ts';

type Props = { opened?: boolean; onClose?: () => void; onChange?: (opened: boolean) => void };

/**
 * Replaces a dialog or menu that can't be loaded. Shows an error with a reload button, and closes it, so that the next
 * click works.
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
