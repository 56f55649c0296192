import { Modal } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SearchCombobox } from './SearchCombobox.tsx';

/** The search of a phone, over the whole screen. */
export function SearchPanel({
  opened,
  onClose,
  onLeave,
}: {
  opened: boolean;
  onClose: () => void;
  onLeave: () => void;
}) {
  const { t } = useTranslation(['search', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      fullScreen
      returnFocus={false}
      title={t('title')}
      padding="md"
      closeButtonProps={{ 'aria-label': t('common:close') }}
    >
      <SearchCombobox place="panel" onLeave={onLeave} />
    </Modal>
  );
}
