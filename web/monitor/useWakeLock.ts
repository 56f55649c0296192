import { useEffect } from 'react';

/** Keeps the screen awake while visible, if possible (HTTPS). */
export function useWakeLock(): void {
  useEffect(() => {
    let isWanted = true;
    let lock: WakeLockSentinel | undefined;
    const ask = async () => {
      if (document.hidden || !('wakeLock' in navigator)) return;
      // refused for example on a low battery
      const given = await navigator.wakeLock.request('screen').catch(() => undefined);
      if (isWanted) lock = given;
      else await given?.release();
    };
    const shown = () => void ask(); // lost whenever the page was hidden
    shown();
    document.addEventListener('visibilitychange', shown);
    return () => {
      isWanted = false;
      document.removeEventListener('visibilitychange', shown);
      void lock?.release();
    };
  }, []);
}
