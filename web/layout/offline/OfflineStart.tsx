import { type ReactNode, useEffect } from 'react';
import { Loading } from '#web/layout/Loading.tsx';
import { SessionWatch } from '#web/layout/SessionWatch.tsx';
import { StartProblem } from '#web/layout/StartProblem.tsx';
import { SystemOf } from '#web/lib/system.tsx';
import { useCopy } from '#web/offline/copies.ts';

const EVERY = 10_000;

/**
 * The start without the server: `children` where something is kept on this device for whoever is signed in, else that it
 * cannot be reached. Their session ends here as it does elsewhere. The server is asked again and again: one answer that failed shuts
 * nobody out.
 */
export function OfflineStart({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const about = useCopy('about');
  useEffect(() => {
    const timer = setInterval(onRetry, EVERY * (1 + Math.random())); // not all at once
    return () => clearInterval(timer);
  }, [onRetry]);
  if (about === undefined) return <Loading />;
  if (about === null) return <StartProblem onRetry={onRetry} />;
  return (
    <SystemOf system={about.value.system}>
      <SessionWatch />
      {children}
    </SystemOf>
  );
}
