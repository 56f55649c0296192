import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '#web/lib/download.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { MenuButton } from '#web/ui/menu/MenuButton.tsx';

/** Downloads an event's whole log, regardless of filters: to read, to verify, and the public key of the seal. */
export function LogMenu({ event, isNarrowed }: { event: number; isNarrowed: boolean }) {
  const { t } = useTranslation('events');
  const save = (ending: 'csv' | 'pdf' | 'xlsx') =>
    void downloadFile(`/api/v2/events/${event}/log.${ending}`, `${t('log.fileName', { number: event })}.${ending}`);
  const items = [
    { id: 'pdf', icon: 'report', onClick: () => save('pdf') },
    { id: 'xlsx', icon: 'list', onClick: () => save('xlsx') },
    { id: 'csv', icon: 'list', onClick: () => save('csv') },
    { id: 'key', icon: 'key', onClick: () => void downloadFile('/api/log-key.pem', 'meldekette-log-key.pem') },
  ] as const;
  return (
    <MenuButton
      width={300}
      heading={isNarrowed ? t('log.files.all') : undefined}
      items={items.map((item) => ({ ...item, label: t(`log.files.${item.id}`) }))}
    >
      {(button) => (
        <Button variant="default" leftSection={<Icon name="download" size={20} />} {...button}>
          {t('log.files.open')}
        </Button>
      )}
    </MenuButton>
  );
}
