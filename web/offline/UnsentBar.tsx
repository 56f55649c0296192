import { Suspense } from 'react';
import { useUnsent } from '#web/lib/kept/unsent.ts';
import { later } from '#web/ui/later.tsx';

const UnsentList = later(
  async () => (await import('./UnsentList.tsx')).UnsentList,
  () => null,
);

/** What was written in this browser and not sent, on top of every page; nothing without any. */
export function UnsentBar() {
  const unsent = useUnsent();
  if (unsent.length === 0) return null;
  return (
    <Suspense fallback={null}>
      <UnsentList unsent={unsent} />
    </Suspense>
  );
}
