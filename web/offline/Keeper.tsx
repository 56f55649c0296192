import { useEffect, useEffectEvent } from 'react';
import { useClient } from 'urql';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fullName, useViewer } from '#web/lib/viewer.tsx';

// what is being waited for comes first
const FIRST = 5000;
const LOOK_EVERY = 60_000;

/** Keeps copies on this device for the time without a connection, while a page is looked at. */
export function Keeper() {
  const refresh = useRefresh();
  const look = useEffectEvent(() => {
    if (document.visibilityState === 'visible') refresh();
  });
  useEffect(() => {
    // not all browsers in the same moment
    const first = setTimeout(() => look(), FIRST * (1 + Math.random()));
    const timer = setInterval(() => look(), LOOK_EVERY * (0.8 + Math.random() * 0.4));
    return () => {
      clearTimeout(first);
      clearInterval(timer);
    };
  }, []);
  return null;
}

/** Makes the copies anew that have become old, or are older than so many milliseconds. */
export function useRefresh(): (olderThan?: number) => void {
  const client = useClient();
  const system = useSystem();
  const broken = useConnectionBroken();
  const { user } = useViewer();
  const about = { system, name: fullName(user), features: user.visibleFeatures, language: user.language };
  return (olderThan) => {
    if (broken) return;
    // not before the page stands; what cannot be fetched now is fetched the next time
    import('./copies.ts').then(
      ({ refreshCopies }) => refreshCopies(client, about, olderThan),
      () => {},
    );
  };
}
