import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FieldValue } from '#shared/situation-report-data.ts';
import { dataLimits } from '#shared/situation-report-data.ts';
import type { Facts } from '#shared/situation-report-facts.ts';
import type { TemplateField } from '#shared/situation-report-template.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fromLocalInput, toLocalInput } from '#web/lib/zoned.ts';
import { FactsView } from './FactsView.tsx';
import { FieldLabel, useFieldName } from './FieldLabel.tsx';
import { TableInput } from './TableInput.tsx';

type Props = {
  field: TemplateField;
  value: FieldValue | undefined;
  changed: boolean;
  error?: string | undefined;
  onChange: (value: FieldValue) => void;
};

/** The input of one field of a situation report; facts are only shown. */
export function FieldInput({ field, value, changed, error, onChange }: Props) {
  const { t } = useTranslation('situationReports');
  const { timeZone } = useSystem();
  const name = useFieldName()(field);
  const label: ReactNode = <FieldLabel field={field} changed={changed} />;
  const frame = { id: `field-${field.key}`, label, error, required: field.required ?? false };
  switch (field.kind) {
    case 'text':
      return (
        <Textarea
          {...frame}
          autosize
          minRows={2}
          maxRows={24}
          maxLength={dataLimits.text}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...frame}
          hideControls
          inputMode="decimal"
          decimalSeparator={t('decimalSeparator')}
          value={typeof value === 'number' ? value : ''}
          onChange={(typed) => onChange(typeof typed === 'number' ? typed : null)}
        />
      );
    case 'dateTime':
      return (
        <TextInput
          {...frame}
          type="datetime-local"
          value={typeof value === 'string' ? toLocalInput(value, timeZone) : ''}
          onChange={({ currentTarget }) => onChange(fromLocalInput(currentTarget.value, timeZone))}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...frame}
          data={[{ value: '', label: t('noChoice') }, ...(field.options ?? [])]}
          value={typeof value === 'string' ? value : ''}
          onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
        />
      );
    case 'table':
      return (
        <TableInput
          {...frame}
          name={name}
          columns={field.columns ?? []}
          rows={Array.isArray(value) ? value : []}
          onChange={onChange}
        />
      );
    case 'facts':
      return (
        <div>
          {label}
          {value ? <FactsView facts={value as Facts} label={name} /> : <p>{t('noFacts')}</p>}
        </div>
      );
  }
}
