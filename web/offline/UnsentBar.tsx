import { Suspense } from 'react';
import { useExpired, useUnsent } from '#web/lib/kept/unsent.ts';
import { later, useSoon } from '#web/ui/later.tsx';
import { PartNotLoaded } from '#web/ui/loading/PartNotLoaded.tsx';

const load = async () => (await import('./UnsentList.tsx')).UnsentList;
const UnsentList = later(load, PartNotLoaded);
// the connection banner links to this page
const loadPage = () => import('./OfflinePage.tsx');

/** A bar on top of every page with unsent and expired items of this browser. Empty without any. */
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
