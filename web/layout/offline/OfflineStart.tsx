import { type ReactNode, useEffect } from 'react';
import { Loading } from '#web/layout/Loading.tsx';
import { SessionWatch } from '#web/layout/SessionWatch.tsx';
import { StartProblem } from '#web/layout/StartProblem.tsx';
import { SystemOf } from '#web/lib/system.tsx';
import { useOfflineCopy } from '#web/offline/copies.ts';

// milliseconds; without copies a reload loses nothing
const [NOTHING_KEPT, KEPT] = [3000, 10_000];

type Props = {
  /** A retry runs, and the server was reachable before. */
  isAsking: boolean;
  onRetry: () => void;
  children: ReactNode;
};

/** The start without a server: shows `children` if the device has copies for the user. Retries continuously. */
export function OfflineStart({ isAsking, onRetry, children }: Props) {
  const about = useOfflineCopy('about');
  const every = about === null ? NOTHING_KEPT : KEPT;
  useEffect(() => {
    const timer = setInterval(onRetry, every * (1 + Math.random())); // spreads the retries of many browsers
    return () => clearInterval(timer);
  }, [onRetry, every]);
  if (about === undefined || (about === null && isAsking)) return <Loading />;
  if (about === null) return <StartProblem onRetry={onRetry} />;
  return (
    <SystemOf system={about.value.system}>
      <SessionWatch />
      {children}
    </SystemOf>
  );
}
