import { Button, Menu } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '#web/lib/download.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';

/** The files in which something can be taken along. */
export type SavedFormat = 'pdf' | 'xlsx' | 'csv' | 'vcf';

const icons: Record<SavedFormat, IconName> = { pdf: 'report', xlsx: 'list', csv: 'list', vcf: 'person' };

type Props = {
  /** Where it is, without ending, e.g. "/api/v2/groups/9/people". */
  path: string;
  /** What of it, as the path takes it, e.g. "isActive=true". */
  query?: string;
  /** What the file shall be called, without ending. */
  name: string;
  formats: readonly SavedFormat[];
  label?: string;
  /** Further entries below the files. */
  children?: ReactNode;
};

/** Takes along what is shown, in the file that is chosen. */
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
