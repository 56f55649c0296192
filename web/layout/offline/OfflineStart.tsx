import type { ReactNode } from 'react';
import { Loading } from '#web/layout/Loading.tsx';
import { SessionWatch } from '#web/layout/SessionWatch.tsx';
import { StartProblem } from '#web/layout/StartProblem.tsx';
import { SystemOf } from '#web/lib/system.tsx';
import { useCopy } from '#web/offline/copies.ts';

/**
 * The start without the server: `children` where something is kept on this device for whoever is signed in, else that it
 * cannot be reached. Their session ends here as it does elsewhere.
 */
export function OfflineStart({ onRetry, children }: { onRetry: () => void; children: ReactNode }) {
  const about = useCopy('about');
  if (about === undefined) return <Loading />;
  if (about === null) return <StartProblem onRetry={onRetry} />;
  return (
    <SystemOf system={about.value.system}>
      <SessionWatch />
      {children}
    </SystemOf>
  );
}
