import { useTranslation } from 'react-i18next';
import { entryShape, type FieldValue } from '#shared/situation-report-data.ts';
import type { Facts } from '#shared/situation-report-facts.ts';
import type { TemplateField } from '#shared/situation-report-template.ts';
import { Input } from '#web/fields/Input.tsx';
import { FactsView } from './FactsView.tsx';
import { ChangedMark, FieldLabel, useFieldName } from './FieldLabel.tsx';

type Props = {
  field: TemplateField;
  value: FieldValue | undefined;
  changed: boolean;
  error?: string | undefined;
  onChange: (value: FieldValue) => void;
};

/** The input of one field of a situation report; facts are read-only. */
export function FieldInput({ field, value, changed, error, onChange }: Props) {
  const { t, i18n } = useTranslation('situationReports');
  const name = useFieldName()(field);
  const shape = entryShape(field, i18n.language);
  if (!shape)
    return (
      <div>
        <FieldLabel field={field} changed={changed} />
        {value ? <FactsView facts={value as Facts} label={name} /> : <p>{t('noFacts')}</p>}
      </div>
    );
  return (
    <Input
      id={`field-${field.key}`}
      name={field.key}
      field={{ ...shape, required: field.required }}
      label={name}
      mark={changed && <ChangedMark />}
      error={error}
      value={value ?? null}
      onChange={(entered) => onChange(entered as FieldValue)}
    />
  );
}
