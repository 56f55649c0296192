import { type ReactNode, useEffect } from 'react';
import { Loading } from '#web/layout/Loading.tsx';
import { SessionWatch } from '#web/layout/SessionWatch.tsx';
import { StartProblem } from '#web/layout/StartProblem.tsx';
import { SystemOf } from '#web/lib/system.tsx';
import { useCopy } from '#web/offline/copies.ts';

// where nothing is kept, nobody reads or writes anything that would go away
const [NOTHING_KEPT, KEPT] = [3000, 10_000];

type Props = {
  /** The server is being asked again, and was not away when it was last heard of. */
  isAsking: boolean;
  onRetry: () => void;
  children: ReactNode;
};

/**
 * The start without the server: `children` where something is kept on this device for whoever is signed in, else that it
 * cannot be reached. Their session ends here as it does elsewhere. The server is asked again and again: one answer that failed shuts
 * nobody out.
 */
export function OfflineStart({ isAsking, onRetry, children }: Props) {
  const about = useCopy('about');
  const every = about === null ? NOTHING_KEPT : KEPT;
  useEffect(() => {
    const timer = setInterval(onRetry, every * (1 + Math.random())); // not all at once
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
