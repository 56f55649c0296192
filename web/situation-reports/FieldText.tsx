import { useTranslation } from 'react-i18next';
import { columnsIn, entryShape, type FieldValue, isEmpty } from '#shared/situation-report-data.ts';
import type { Facts } from '#shared/situation-report-facts.ts';
import type { TemplateField } from '#shared/situation-report-template.ts';
import { useWords } from '#web/fields/useWords.ts';
import { TableView } from '#web/ui/TableView.tsx';
import { FactsView } from './FactsView.tsx';
import { FieldLabel, useFieldName } from './FieldLabel.tsx';
import classes from './situation-reports.module.css';

type Props = { field: TemplateField; value: FieldValue | undefined; changed: boolean };

/** One read-only field of a situation report. */
export function FieldText({ field, value, changed }: Props) {
  const { i18n } = useTranslation();
  const name = useFieldName()(field);
  const textOf = useValueText();
  return (
    <div>
      <FieldLabel field={field} changed={changed} />
      {field.kind === 'facts' && value ? (
        <FactsView facts={value as Facts} label={name} />
      ) : field.kind === 'table' && !isEmpty(value) ? (
        <TableView label={name} columns={columnsIn(field, i18n.language)} rows={value as string[][]} />
      ) : (
        <p className={classes['text']}>{textOf(field, value)}</p>
      )}
    </div>
  );
}

/** Returns a value in words; a table as lines. */
export function useValueText(): (field: TemplateField, value: FieldValue | undefined) => string {
  const { t } = useTranslation('situationReports');
  const words = useWords();
  return (field, value) => {
    const shape = entryShape(field);
    return shape && !isEmpty(value) ? words(shape, value) : t('nothing');
  };
}
