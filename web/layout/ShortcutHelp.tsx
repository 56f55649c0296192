import { useDisclosure } from '@mantine/hooks';
import { Suspense } from 'react';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import { usePageKeys } from '#web/ui/usePageKeys.ts';

const Shortcuts = lazyWithFallback(async () => (await import('./Shortcuts.tsx')).Shortcuts, NotLoaded);

/** Shows the keyboard shortcuts when the user presses the question mark. */
export function ShortcutHelp() {
  const [isOpen, help] = useDisclosure(false);
  // some keyboards need shift for it
  usePageKeys([
    ['shift+?', help.open],
    ['?', help.open],
  ]);
  return <Suspense fallback={null}>{isOpen && <Shortcuts onClose={help.close} />}</Suspense>;
}
