import { useEffect, useEffectEvent } from 'react';
import { CrisisFolderButton } from '#web/contacts/CrisisFolderButton.tsx';
import { useConnectionBroken } from '#web/lib/connection.ts';
import { useRefresh } from './Keeper.tsx';
import { OfflineContent } from './OfflineContent.tsx';

const OLD = 60_000;

/** What is kept on this device, inside the application: whoever looks here sees what they would have without a connection. */
export function OfflinePage() {
  const refresh = useRefresh();
  const broken = useConnectionBroken();
  const open = useEffectEvent(() => refresh(OLD));
  useEffect(() => open(), []);
  return <OfflineContent folder={!broken && <CrisisFolderButton />} />;
}
