import { useEffect } from 'react';
import { dismissOutageToast } from '#web/lib/toasts.ts';

/** Where the page says itself, in this place, that something was not stored, no toast says that the server is away. */
export function useToldHere(isTold: boolean): void {
  useEffect(() => {
    if (isTold) dismissOutageToast();
  }, [isTold]);
}
