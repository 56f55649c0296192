import { useTranslation } from 'react-i18next';
import { writtenIn } from '#shared/label.ts';
import type { TemplateField } from '#shared/situation-report-template.ts';
import classes from './situation-reports.module.css';

/** Says the name of a field, or of a section's title, in the reader's language. */
export function useFieldName(): (field: Pick<TemplateField, 'label' | 'labelEn'>) => string {
  const { i18n } = useTranslation();
  return ({ label, labelEn }) => writtenIn({ de: label, en: labelEn }, i18n.language);
}

/** The name of a field; one that says something else than in the last report is marked in words. */
export function FieldLabel({ field, changed }: { field: TemplateField; changed: boolean }) {
  const nameOf = useFieldName();
  return (
    <span className={classes['label']}>
      {nameOf(field)}
      {changed && <ChangedMark />}
    </span>
  );
}

/** Says that a field is not what it was in the last report. */
export function ChangedMark() {
  const { t } = useTranslation('situationReports');
  return <span className={classes['changed']}>{t('changed')}</span>;
}
