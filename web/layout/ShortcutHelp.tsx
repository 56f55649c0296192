import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { Suspense } from 'react';
import { later } from '#web/ui/later.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';

const Shortcuts = later(async () => (await import('./Shortcuts.tsx')).Shortcuts, NotLoaded);

/** Shows the keys of the application when somebody presses the question mark. */
export function ShortcutHelp() {
  const [isOpen, help] = useDisclosure(false);
  const open = () => {
    if (!document.querySelector('[aria-modal=true]')) help.open();
  };
  // where it needs shift and where it does not
  useHotkeys([
    ['shift+?', open],
    ['?', open],
  ]);
  return <Suspense fallback={null}>{isOpen && <Shortcuts onClose={help.close} />}</Suspense>;
}
