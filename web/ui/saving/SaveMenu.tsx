import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '#web/lib/download.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';

/** The formats of downloads. */
export type SavedFormat = 'pdf' | 'xlsx' | 'csv' | 'vcf';

const icons: Record<SavedFormat, IconName> = { pdf: 'report', xlsx: 'list', csv: 'list', vcf: 'person' };

type Props = {
  /** Without extension, for example "/api/v2/groups/9/people". */
  path: string;
  /** For example "isActive=true". */
  query?: string;
  /** The file's name without extension. */
  name: string;
  formats: readonly SavedFormat[];
  label?: string;
  /** More entries below the files. */
  children?: ReactNode;
};

/** Downloads the content in the chosen format. */
export function SaveMenu({ path, query = '', name, formats, label, children }: Props) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = async (format: SavedFormat) => {
    setBusy(true);
    await downloadFile(`${path}.${format}${query && `?${query}`}`, `${name}.${format}`);
    setBusy(false);
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="download" />} loading={busy}>
          {label ?? t('saveAs.open')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats.map((format) => (
          <Menu.Item
            key={format}
            mih={44}
            leftSection={<Icon name={icons[format]} size={20} />}
            onClick={() => void save(format)}
          >
            {t(`saveAs.${format}`)}
          </Menu.Item>
        ))}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
