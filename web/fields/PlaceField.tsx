import { Select } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { dropdown } from '#web/ui/dropdown.ts';
import { type FieldOf, type InputProps, textOf, useFrame } from './frame.ts';
import { optionsIn } from './SelectField.tsx';

/** A country or time zone, searchable by name or code. */
export function PlaceInput(props: InputProps<FieldOf<'country' | 'timeZone'>>) {
  const { onChange, field } = props;
  const { t, i18n } = useTranslation('fields');
  const value = textOf(props.value);
  const data = useMemo(() => {
    const options = optionsIn({ kind: field.kind }, i18n.language, value);
    return options.toSorted((a, b) => a.label.localeCompare(b.label, i18n.language));
  }, [field.kind, i18n.language, value]);
  return (
    <Select
      {...useFrame(props)}
      {...dropdown}
      searchable
      allowDeselect={false}
      clearable={field.required !== true}
      value={value || null}
      onChange={onChange}
      data={data}
      nothingFoundMessage={t('reference.none')}
    />
  );
}
