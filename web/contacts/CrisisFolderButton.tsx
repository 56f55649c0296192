import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '#web/lib/download.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';

/** Downloads the crisis folder; empty for viewers who may not see private numbers. */
export function CrisisFolderButton() {
  const { t } = useTranslation('contacts');
  const { can } = useViewer();
  const [loading, setLoading] = useState(false);
  if (!can('edit_contact')) return null;
  const download = async () => {
    setLoading(true);
    await downloadFile('/api/v2/crisis_folder.pdf', `${t('crisisFolder.file')}.pdf`);
    setLoading(false);
  };
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      loading={loading}
      title={t('crisisFolder.hint')}
      onClick={() => void download()}
    >
      {t('crisisFolder.open')}
    </Button>
  );
}
