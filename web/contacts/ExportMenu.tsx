import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';

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
  return (
    <SaveMenu
      path={path}
      query={String(new URLSearchParams(query))}
      name={name}
      formats={['xlsx', 'csv', 'vcf']}
      label={t('export.open')}
    >
      <Menu.Item mih={44} leftSection={<Icon name="print" size={20} />} onClick={() => print()}>
        {t('common:print.open')}
      </Menu.Item>
    </SaveMenu>
  );
}
