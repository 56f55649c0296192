import { useEffect } from 'react';
import { tokenExpiry, validToken } from '#web/lib/session.ts';
import { sessionExpired } from '#web/lib/toasts.ts';

const CHECK_EVERY = 15_000;

/** Says that the session has expired as soon as its token ends, not only at the next click. */
export function SessionWatch() {
  useEffect(() => {
    const token = validToken();
    const ends = token ? tokenExpiry(token) * 1000 : 0;
    // a timer alone sleeps while the computer does
    const timer = setInterval(() => {
      if (Date.now() >= ends) sessionExpired();
    }, CHECK_EVERY);
    return () => clearInterval(timer);
  }, []);
  return null;
}
