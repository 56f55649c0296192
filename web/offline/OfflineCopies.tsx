import { useEffect, useEffectEvent } from 'react';
import { useClient } from 'urql';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fullName, useViewer } from '#web/lib/viewer.tsx';

// the page's own requests come first
const FIRST = 5000;
const LOOK_EVERY = 60_000;

/** Keeps offline copies on this device up to date while a page is visible. */
export function OfflineCopies() {
  const refresh = useRefresh();
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh();
  });
  useEffect(() => {
    // spreads the requests of different browsers
    const first = setTimeout(() => look(), FIRST * (1 + Math.random()));
    const timer = setInterval(() => look(), LOOK_EVERY * (0.8 + Math.random() * 0.4));
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return null;
}

/** Returns a function that refreshes outdated copies, or those older than a number of milliseconds. */
export function useRefresh(): (olderThan?: number) => void {
  const client = useClient();
  const system = useSystem();
  const broken = useConnectionBroken();
  const { user } = useViewer();
  const about = { system, name: fullName(user), features: user.visibleFeatures, language: user.language };
  return (olderThan) => {
    if (broken) return;
    // after the page has loaded; a failed refresh is retried the next time
    import('./copies.ts').then(
      ({ refreshCopies }) => refreshCopies(client, about, olderThan),
      () => {},
    );
  };
}
