import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { later } from '#web/ui/later.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import { usePageKeys } from '#web/ui/usePageKeys.ts';

const Shortcuts = later(async () => (await import('./Shortcuts.tsx')).Shortcuts, NotLoaded);

/** Shows the keys of the application when somebody presses the question mark. */
export function ShortcutHelp() {
  const [isOpen, help] = useDisclosure(false);
  // where it needs shift and where it does not
  usePageKeys([
    ['shift+?', help.open],
    ['?', help.open],
  ]);
  return <Suspense fallback={null}>{isOpen && <Shortcuts onClose={help.close} />}</Suspense>;
}
