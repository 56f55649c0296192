import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { optionsOf, type Shape } from '#shared/fields/kinds.ts';
import { textIn } from '#shared/label.ts';
import { type FieldOf, type InputProps, textOf, useFrame } from './frame.ts';

/** What can be chosen in words of a language; a stored value that is no option any more stays one. */
export function optionsIn(shape: Shape, language: string, chosen = '') {
  const offered = (optionsOf(shape) ?? []).map(({ value, label }) => ({ value, label: textIn(label, language) }));
  const isKnown = !chosen || offered.some(({ value }) => value === chosen);
  return isKnown ? offered : [...offered, { value: chosen, label: chosen }];
}

/** One of some options, which may be none where nothing need be chosen. */
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

/** One of the options. */
export const SelectInput = (props: InputProps<FieldOf<'select' | 'language'>>) => <Options {...props} />;
