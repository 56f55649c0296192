import { Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { SaveMenu } from '#web/ui/saving/SaveMenu.tsx';

type Props = {
  /** The path of the people without extension, for example "/api/v2/groups/9/people". */
  path: string;
  /** The file's name without extension. */
  name: string;
  query?: Record<string, string>;
};

/** Downloads people as a spreadsheet, an address book or a call list to print. */
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
