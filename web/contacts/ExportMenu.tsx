import { Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '#web/lib/download.ts';
import { Icon } from '#web/ui/Icon.tsx';

type Props = {
  /** Where the people are, without ending, e.g. "/api/v2/groups/9/people". */
  path: string;
  /** What the file shall be called, without ending. */
  name: string;
  /** Which of the people, as the path takes it. */
  query?: Record<string, string>;
};

/** Takes people along: as a file for a spreadsheet or an address book, or on paper as a call list. */
export function ExportMenu({ path, name, query = {} }: Props) {
  const { t } = useTranslation(['contacts', 'common']);
  const which = String(new URLSearchParams(query));
  const save = (ending: 'csv' | 'vcf') =>
    void downloadFile(`${path}.${ending}${which && `?${which}`}`, `${name}.${ending}`);
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />}>
          {t('export.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item mih={44} leftSection={<Icon name="list" size={20} />} onClick={() => save('csv')}>
          {t('export.csv')}
        </Menu.Item>
        <Menu.Item mih={44} leftSection={<Icon name="person" size={20} />} onClick={() => save('vcf')}>
          {t('export.vcard')}
        </Menu.Item>
        <Menu.Item mih={44} leftSection={<Icon name="print" size={20} />} onClick={() => print()}>
          {t('common:print.open')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
