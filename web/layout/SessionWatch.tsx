import { useEffect } from 'react';
import { renew, sessionSpan, validToken } from '#web/lib/session.ts';
import { useSystem } from '#web/lib/system.tsx';
import { sessionExpired } from '#web/lib/toasts.ts';

const CHECK_EVERY = 15_000;
const SIGNS_OF_LIFE = ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const;
const NOTE_EVERY = 2000;
const LAST_INPUT = 'lastInput';

/**
 * Says that the session has expired as soon as its token ends, not only at the next click. Whoever works on stays signed in:
 * in the last quarter of its time it is renewed. Where the installation says so, whoever does nothing for long is signed out.
 */
export function SessionWatch() {
  const { idleMinutes } = useSystem();
  useEffect(() => {
    let asked = Date.now();
    const lastInput = () => Number(localStorage.getItem(LAST_INPUT)); // of all tabs
    const noteInput = () => {
      const now = Date.now();
      if (now - lastInput() > NOTE_EVERY) localStorage.setItem(LAST_INPUT, String(now));
    };
    const look = () => {
      const now = Date.now();
      const token = validToken();
      const idleFor = now - lastInput();
      if (!token || (idleMinutes !== null && idleFor >= idleMinutes * 60_000)) return sessionExpired();
      const { from, to } = sessionSpan(token);
      const lastQuarter = to - (to - from) / 4;
      // the server ends what nobody uses: that somebody does is told while they only read
      const isTold = idleMinutes === null || now < asked + (idleMinutes * 60_000) / 4;
      if (lastInput() <= asked || (isTold && lastInput() < lastQuarter)) return;
      asked = now;
      void renew();
    };
    noteInput();
    // a timer alone sleeps while the computer does
    const timer = setInterval(look, CHECK_EVERY);
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, noteInput, { passive: true });
    return () => {
      clearInterval(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, noteInput);
    };
  }, [idleMinutes]);
  return null;
}
