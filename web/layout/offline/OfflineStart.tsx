import { type ReactNode, useEffect } from 'react';
import { Loading } from '#web/layout/Loading.tsx';
import { SessionWatch } from '#web/layout/SessionWatch.tsx';
import { StartProblem } from '#web/layout/StartProblem.tsx';
import { SystemOf } from '#web/lib/system.tsx';
import { useOfflineCopy } from '#web/offline/copies.ts';

// milliseconds; without copies no page is open that a reload would lose
const [NOTHING_KEPT, KEPT] = [3000, 10_000];

type Props = {
  /** A retry is running, and the server was not unreachable before. */
  isAsking: boolean;
  onRetry: () => void;
  children: ReactNode;
};

/**
 * The start without the server: shows `children` if the device has copies for the signed-in user, otherwise that the server is
 * unreachable. The session ends as elsewhere. It retries continuously.
 */
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
