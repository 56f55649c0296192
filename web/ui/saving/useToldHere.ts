import { useEffect } from 'react';
import { dismissOutageToast } from '#web/lib/toasts.ts';

/** Suppresses the toast about an unreachable server while the page itself reports the failed save. */
export function useToldHere(isTold: boolean): void {
  useEffect(() => {
    if (isTold) dismissOutageToast();
  }, [isTold]);
}
