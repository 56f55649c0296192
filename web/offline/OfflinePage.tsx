import { useEffect, useEffectEvent } from 'react';
import { CrisisFolderButton } from '#web/contacts/CrisisFolderButton.tsx';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { OfflineContent } from './OfflineContent.tsx';
import { useRefresh } from './OfflineCopies.tsx';

const OLD = 60_000;

/** The offline data inside the application, as the user would see it without a connection. */
export function OfflinePage() {
  const refresh = useRefresh();
  const broken = useConnectionBroken();
  const open = useEffectEvent(() => refresh(OLD));
  useEffect(() => open(), []);
  return <OfflineContent folder={!broken && <CrisisFolderButton />} />;
}
