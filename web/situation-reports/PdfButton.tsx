import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageCodes, languageNames, languageOf } from '#shared/languages.ts';
import { downloadFile } from '#web/lib/download.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { SituationReportRow } from './queries.ts';

type Props = {
  report: Pick<SituationReportRow, 'pdfUrl' | 'number'>;
  /** Runs first; cancels the download if it fails. */
  before?: () => Promise<boolean>;
};

/** Downloads the situation report as a PDF in the reader's language or another. */
export function PdfButton({ report, before }: Props) {
  const { t, i18n } = useTranslation('situationReports');
  const [loading, setLoading] = useState<string>();
  const own = languageOf(i18n.language);
  const download = async (language: string) => {
    setLoading(language);
    const name = t('fileName', { number: report.number });
    const named = language === own ? name : name.replace(/\.pdf$/, `-${language}.pdf`);
    if (!before || (await before())) await downloadFile(`${report.pdfUrl}?language=${language}`, named);
    setLoading(undefined);
  };
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name="download" />}
        loading={loading === own}
        onClick={() => void download(own)}
      >
        {t('pdf')}
      </Button>
      {languageCodes
        .filter((code) => code !== own)
        .map((code) => (
          <Button key={code} variant="subtle" loading={loading === code} onClick={() => void download(code)}>
            {t('pdfIn', { language: languageNames()[code][own] })}
          </Button>
        ))}
    </>
  );
}
