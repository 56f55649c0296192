import { isOffered } from '#web/lib/offered.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { type Tab, tabs } from './sections.ts';

export function useTabs(): Tab[] {
  const { can } = useViewer();
  return tabs.filter(({ to }) => isOffered(to, can));
}
