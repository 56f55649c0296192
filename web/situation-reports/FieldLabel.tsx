import { useTranslation } from 'react-i18next';
import { writtenIn } from '#shared/label.ts';
import type { TemplateField } from '#shared/situation-report-template.ts';
import classes from './situation-reports.module.css';

/** Returns the name of a field or section in the reader's language. */
export function useFieldName(): (field: Pick<TemplateField, 'label' | 'labelEn'>) => string {
  const { i18n } = useTranslation();
  return ({ label, labelEn }) => writtenIn({ de: label, en: labelEn }, i18n.language);
}

/** A field's name, with a mark in words if its value differs from the last report. */
export function FieldLabel({ field, changed }: { field: TemplateField; changed: boolean }) {
  const nameOf = useFieldName();
  return (
    <span className={classes['label']}>
      {nameOf(field)}
      {changed && <ChangedMark />}
    </span>
  );
}

/** Marks a field that differs from the last report. */
export function ChangedMark() {
  const { t } = useTranslation('situationReports');
  return <span className={classes['changed']}>{t('changed')}</span>;
}
