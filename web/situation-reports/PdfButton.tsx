import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { downloadFile } from '#web/lib/download.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { SituationReportRow } from './queries.ts';

type Props = {
  report: Pick<SituationReportRow, 'pdfUrl' | 'number'>;
  /** Called first; without success nothing is downloaded. */
  before?: () => Promise<boolean>;
};

/** Saves the situation report as a PDF. */
export function PdfButton({ report, before }: Props) {
  const { t } = useTranslation('situationReports');
  const [loading, setLoading] = useState(false);
  const download = async () => {
    setLoading(true);
    if (!before || (await before())) await downloadFile(report.pdfUrl, t('fileName', { number: report.number }));
    setLoading(false);
  };
  return (
    <Button variant="default" leftSection={<Icon name="download" />} loading={loading} onClick={() => void download()}>
      {t('pdf')}
    </Button>
  );
}
