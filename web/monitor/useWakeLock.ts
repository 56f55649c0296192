import { useEffect } from 'react';

/** Keeps the screen awake while the page is in sight, where the browser can (over HTTPS). */
export function useWakeLock(): void {
  useEffect(() => {
    let isWanted = true;
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      // refused e.g. on an empty battery: the monitor shows all the same
      const given = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isWanted) lock = given;
      else await given?.release();
    };
    const shown = () => void ask(); // it is gone whenever the page was hidden
    shown();
    document.addEventListener('visibilitychange', shown);
    return () => {
      isWanted = false;
      document.removeEventListener('visibilitychange', shown);
      void lock?.release();
    };
  }, []);
}
