import { useTranslation } from 'react-i18next';
import type { Upload } from './queries.ts';
import classes from './uploads.module.css';

const names: Readonly<Record<string, 'semicolon' | 'comma' | 'tab' | 'other'>> = {
  ';': 'semicolon',
  ',': 'comma',
  '\t': 'tab',
};
const nameOf = (separator: string) => names[separator] ?? 'other';

/** Returns the usual name of a character set, or of two in one file ("utf-8+macintosh"). */
const encodingName = (encoding: string) =>
  encoding
    .replace(/^utf/, 'UTF')
    .replace('windows', 'Windows')
    .replace('macintosh', 'Macintosh')
    .replace('x-mac-ce', 'Macintosh CE')
    .replace('ibm', 'MS-DOS ')
    .replace('+', ' + ');

const factOf: Readonly<Record<string, 'facts.cards' | 'facts.directory'>> = {
  vcf: 'facts.cards',
  directory: 'facts.directory',
};

/** Explains how the server read a file. */
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
      <li>{t(factOf[format] ?? 'facts.rows', { count: totalRows })}</li>
      {format === 'xlsx' && <li>{t('facts.workbook')}</li>}
      {format === 'csv' && (
        <>
          <li>{encodingName(encoding)}</li>
          <li>{t(`facts.separator.${nameOf(separator)}`, { separator })}</li>
        </>
      )}
    </ul>
  );
}
