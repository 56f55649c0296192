import { Modal, UnstyledButton } from '@mantine/core';
import { useDisclosure, useHotkeys } from '@mantine/hooks';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { SearchCombobox } from './SearchCombobox.tsx';
import classes from './search.module.css';

/** The search of the navigation bar: a box where there is room, behind an icon on a telephone; "/" and Ctrl+K lead there. */
export function SearchBox() {
  const { t } = useTranslation(['search', 'common']);
  const [isOpen, panel] = useDisclosure(false);
  const box = useRef<HTMLInputElement>(null);
  const icon = useRef<HTMLButtonElement>(null);
  const start = () => {
    if (document.querySelector('[aria-modal=true]')) return;
    if (box.current?.checkVisibility()) box.current.focus();
    else panel.open();
  };
  // on a German keyboard the slash needs shift
  useHotkeys([
    ['/', start],
    ['shift+/', start],
  ]);
  useHotkeys([['mod+K', start]], []);
  return (
    <>
      <SearchCombobox place="bar" inputRef={box} />
      <UnstyledButton ref={icon} className={classes['open']} onClick={panel.open} aria-label={t('open')}>
        <Icon name="search" size={24} />
      </UnstyledButton>
      <Modal
        opened={isOpen}
        onClose={() => {
          panel.close();
          icon.current?.focus();
        }}
        fullScreen
        returnFocus={false}
        title={t('title')}
        padding="md"
        closeButtonProps={{ 'aria-label': t('common:close') }}
      >
        <SearchCombobox place="panel" onLeave={panel.close} />
      </Modal>
    </>
  );
}
