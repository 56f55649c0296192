import { useTranslation } from 'react-i18next';
import type { Upload } from './queries.ts';
import classes from './uploads.module.css';

const nameOf = (separator: string) => (separator === ';' ? 'semicolon' : separator === ',' ? 'comma' : 'tab');

/** How a file was read. */
export function FileFacts({
  upload: { fileName, totalRows, format, program, encoding, separator },
}: {
  upload: Upload;
}) {
  const { t } = useTranslation('uploads');
  return (
    <ul className={classes['facts']}>
      <li>
        <strong>{fileName}</strong>
      </li>
      {program && <li>{t('facts.program', { program })}</li>}
      <li>{t(format === 'vcf' ? 'facts.cards' : 'facts.rows', { count: totalRows })}</li>
      {format === 'xlsx' && <li>{t('facts.workbook')}</li>}
      {format === 'csv' && (
        <>
          <li>{encoding.replace(/^utf/, 'UTF').replace('windows', 'Windows')}</li>
          <li>{t(`facts.separator.${nameOf(separator)}`)}</li>
        </>
      )}
    </ul>
  );
}
