import { UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import { usePageKeys } from '#web/ui/usePageKeys.ts';
import { SearchCombobox } from './SearchCombobox.tsx';
import classes from './search.module.css';

const SearchPanel = lazyWithFallback(async () => (await import('./SearchPanel.tsx')).SearchPanel, NotLoaded);

/** A box on wide screens, an icon on phones. "/" and Ctrl+K open it. */
export function SearchBox() {
  const { t } = useTranslation('search');
  const [isWanted, setWanted] = useState(false);
  const [isOpen, panel] = useDisclosure(false, { onOpen: () => setWanted(true) });
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a user who navigates back wants to see that page
  useEffect(panel.close, [pathname]);
  const box = useRef<HTMLInputElement>(null);
  const icon = useRef<HTMLButtonElement>(null);
  const start = () => {
    if (box.current?.checkVisibility()) box.current.focus();
    else panel.open();
  };
  // on a German keyboard the slash needs shift
  usePageKeys([
    ['/', start],
    ['shift+/', start],
  ]);
  usePageKeys([['mod+K', start]], []);
  return (
    <>
      <SearchCombobox place="bar" inputRef={box} />
      <UnstyledButton ref={icon} className={classes['open']} onClick={panel.open} aria-label={t('open')}>
        <Icon name="search" size={24} />
      </UnstyledButton>
      {isWanted && (
        <Suspense fallback={null}>
          <SearchPanel
            opened={isOpen}
            onClose={() => {
              panel.close();
              icon.current?.focus();
            }}
            onLeave={panel.close}
          />
        </Suspense>
      )}
    </>
  );
}
