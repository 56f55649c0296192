import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '#web/lib/download.ts';
import { Icon } from '#web/ui/Icon.tsx';

/** Downloads an event's whole log, regardless of filters: to read, to verify, and the public key of the seal. */
export function LogMenu({ event, isNarrowed }: { event: number; isNarrowed: boolean }) {
  const { t } = useTranslation('events');
  const save = (ending: 'csv' | 'pdf' | 'xlsx') =>
    void downloadFile(`/api/v2/events/${event}/log.${ending}`, `${t('log.fileName', { number: event })}.${ending}`);
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" size={20} />}>
          {t('log.files.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isNarrowed && <Menu.Label>{t('log.files.all')}</Menu.Label>}
        <Menu.Item mih={44} leftSection={<Icon name="report" size={20} />} onClick={() => save('pdf')}>
          {t('log.files.pdf')}
        </Menu.Item>
        <Menu.Item mih={44} leftSection={<Icon name="list" size={20} />} onClick={() => save('xlsx')}>
          {t('log.files.xlsx')}
        </Menu.Item>
        <Menu.Item mih={44} leftSection={<Icon name="list" size={20} />} onClick={() => save('csv')}>
          {t('log.files.csv')}
        </Menu.Item>
        <Menu.Item
          mih={44}
          leftSection={<Icon name="key" size={20} />}
          onClick={() => void downloadFile('/api/log-key.pem', 'meldekette-log-key.pem')}
        >
          {t('log.files.key')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
