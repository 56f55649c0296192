import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '#web/lib/download.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { Upload } from './queries.ts';

/** Saves all rows of an upload with what they do as a CSV file. */
export function ReportButton({ upload: { _id, reportUrl } }: { upload: Upload }) {
  const { t } = useTranslation('uploads');
  return (
    <Button
      variant="default"
      leftSection={<Icon name="download" />}
      onClick={() => void downloadFile(reportUrl, t('report.name', { upload: _id }))}
    >
      {t('report.save')}
    </Button>
  );
}
