import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { optionsOf, type Shape } from '#shared/fields/kinds.ts';
import { textIn } from '#shared/label.ts';
import { type FieldOf, type InputProps, textOf, useFrame } from './frame.ts';

/** Returns the options in a language; a stored value that is no longer an option stays available. */
export function optionsIn(shape: Shape, language: string, chosen = '') {
  const offered = (optionsOf(shape) ?? []).map(({ value, label }) => ({ value, label: textIn(label, language) }));
  const isKnown = !chosen || offered.some(({ value }) => value === chosen);
  return isKnown ? offered : [...offered, { value: chosen, label: chosen }];
}

/** Selects one option, or none for an optional field. */
export function Options(props: InputProps<FieldOf<'select' | 'language' | 'toggle'>>) {
  const { field, onChange } = props;
  const { t, i18n } = useTranslation('fields');
  const value = textOf(props.value);
  const options = optionsIn(field, i18n.language, value);
  const mayBeEmpty = !value || !(field.required || field.default !== undefined);
  return (
    <NativeSelect
      {...useFrame(props)}
      data={mayBeEmpty ? [{ value: '', label: t('notStated') }, ...options] : options}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value || null)}
    />
  );
}

/** Selects one option. */
export const SelectInput = (props: InputProps<FieldOf<'select' | 'language'>>) => <Options {...props} />;
