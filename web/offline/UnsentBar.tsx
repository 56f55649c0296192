import { Suspense } from 'react';
import { useExpired, useUnsent } from '#web/lib/kept/unsent.ts';
import { later, useSoon } from '#web/ui/later.tsx';

const load = async () => (await import('./UnsentList.tsx')).UnsentList;
const UnsentList = later(load, () => null);
// where the line leads that says that the connection is gone
const loadPage = () => import('./OfflinePage.tsx');

/** What was written in this browser and not sent, or ended without, on top of every page; nothing without any. */
export function UnsentBar() {
  const unsent = useUnsent();
  const expired = useExpired();
  useSoon(load);
  useSoon(loadPage);
  if (unsent.length + expired.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <UnsentList unsent={unsent} expired={expired} />
    </Suspense>
  );
}
