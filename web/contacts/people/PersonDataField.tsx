import { NativeSelect, Textarea, TextInput, type TextInputProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { writtenIn } from '#shared/label.ts';
import { choicesOf } from '#shared/person-data.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { DataType } from './mutations.ts';
import { typeName } from './person-values.ts';

type Props = { type: DataType; value?: string; onChange?: (value: string) => void; error?: ReactNode };

const inputs: Record<string, TextInputProps> = {
  email: { type: 'email' },
  phone_mobile: { type: 'tel' },
  phone: { type: 'tel' },
  fax: { type: 'tel' },
  number: { inputMode: 'numeric' },
  date: { type: 'date' },
  url: { type: 'url' },
};
const languages = ['de', 'en', 'ar', 'es', 'fa', 'fr', 'it', 'nl', 'pl', 'pt', 'ro', 'ru', 'sr', 'tr', 'uk', 'vi'];

/** The input for one kind of contact data, by its field type. */
export function PersonDataField({ type, value = '', onChange, error }: Props) {
  const { t, i18n } = useTranslation('contacts');
  const common = {
    label: (
      <>
        {typeName(type, i18n.language)}
        {type.isPrivate && (
          <>
            {' '}
            <Icon name="lock" size={15} label={t('person.private')} />
          </>
        )}
      </>
    ),
    description: type.description || undefined,
    required: type.isRequired,
    value,
    error,
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => onChange?.(currentTarget.value),
  };
  const choices = useChoices(type, value);
  if (choices) return <NativeSelect {...common} data={[{ value: '', label: t('form.notStated') }, ...choices]} />;
  if (type.fieldType === 'textarea' || type.fieldType === 'address') {
    return <Textarea {...common} autosize minRows={2} maxRows={8} />;
  }
  return <TextInput {...common} {...inputs[type.fieldType]} />;
}

/** What can be chosen, for the field types that have choices; a stored value that is no choice any more stays one. */
function useChoices({ fieldType, options }: DataType, value: string): { value: string; label: string }[] | undefined {
  const { t, i18n } = useTranslation();
  if (fieldType === 'boolean') {
    return [
      { value: '1', label: t('yes') },
      { value: '0', label: t('no') },
    ];
  }
  const offered =
    fieldType === 'select'
      ? choicesOf(options).map((choice) => ({
          value: String(choice.value),
          label: writtenIn({ de: choice.label, en: choice.labelEn }, i18n.language),
        }))
      : fieldType === 'language'
        ? languages.map((code) => ({ value: code, label: languageName(code, i18n.language) }))
        : undefined;
  const isKnown = !value || offered?.some((choice) => choice.value === value);
  return offered && (isKnown ? offered : [...offered, { value, label: value }]);
}

const languageName = (code: string, shownIn: string): string =>
  new Intl.DisplayNames([shownIn], { type: 'language' }).of(code) ?? code;
