import { useEffect } from 'react';
import { dismissOutageToast } from '#web/lib/toasts.ts';

/** Suppresses the toast, because the page reports the failed save. */
export function useToldHere(isTold: boolean): void {
  useEffect(() => {
    if (isTold) dismissOutageToast();
  }, [isTold]);
}
