import { Suspense } from 'react';
import { useExpired, useOutbox } from '#web/lib/offline-store/outbox.ts';
import { lazyWithFallback, usePrefetch } from '#web/ui/lazy-with-fallback.tsx';
import { PartNotLoaded } from '#web/ui/loading/PartNotLoaded.tsx';

const load = async () => (await import('./OutboxList.tsx')).OutboxList;
const OutboxList = lazyWithFallback(load, PartNotLoaded);
// the connection banner links to this page
const loadPage = () => import('./OfflinePage.tsx');

/** A bar on top of every page with unsent and expired items of this browser. Empty without any. */
export function OutboxBar() {
  const unsent = useOutbox();
  const expired = useExpired();
  usePrefetch(load);
  usePrefetch(loadPage);
  if (unsent.length + expired.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <OutboxList unsent={unsent} expired={expired} />
    </Suspense>
  );
}
