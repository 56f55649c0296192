import { useEffect } from 'react';
import { renew, sessionSpan, validToken } from '#web/lib/session.ts';
import { useSystem } from '#web/lib/system.tsx';
import { sessionExpired, warnOfIdleness } from '#web/lib/toasts.ts';

const CHECK_EVERY = 15_000;
const WARN_BEFORE = 60_000 + CHECK_EVERY;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const NOTE_EVERY = 2000;
const LAST_INPUT = 'lastInput';

/**
 * Reports the end of the session. User input renews the session in the last quarter of its time. Inactive users are
 * signed out after a warning one minute before.
 */
export function SessionWatch() {
  const { idleMinutes } = useSystem();
  useEffect(() => {
    let asked = Date.now();
    let isWarned = false;
    const lastInput = () => Number(localStorage.getItem(LAST_INPUT)); // of all tabs
    const noteInput = () => {
      const now = Date.now();
      if (now - lastInput() > NOTE_EVERY) localStorage.setItem(LAST_INPUT, String(now));
      if (isWarned) look();
    };
    const look = () => {
      const now = Date.now();
      const token = validToken();
      const idleFor = now - lastInput();
      const left = idleMinutes === null ? Number.POSITIVE_INFINITY : idleMinutes * 60_000 - idleFor;
      if (!token || left <= 0) return sessionExpired();
      if (isWarned !== left <= WARN_BEFORE) {
        isWarned = !isWarned;
        warnOfIdleness(isWarned);
      }
      const { from, to } = sessionSpan(token);
      const lastQuarter = to - (to - from) / 4;
      // the server ends idle sessions, so renew more often for readers
      const isTold = idleMinutes === null || now < asked + (idleMinutes * 60_000) / 4;
      if (lastInput() <= asked || (isTold && lastInput() < lastQuarter)) return;
      asked = now;
      void renew();
    };
    noteInput();
    // timers sleep with the computer
    const timer = setInterval(look, CHECK_EVERY);
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, noteInput, { passive: true });
    return () => {
      clearInterval(timer);
      warnOfIdleness(false);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, noteInput);
    };
  }, [idleMinutes]);
  return null;
}
