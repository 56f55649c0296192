import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';

/** Inputs for the name and description of a group or mailing list. */
export function NameFields<Values extends { name: string; description: string }>({
  form,
}: {
  form: UseFormReturnType<Values>;
}) {
  const { t } = useTranslation('contacts');
  return (
    <>
      <TextInput label={t('form.name')} required data-autofocus {...form.getInputProps('name')} />
      <Textarea label={t('form.description')} autosize minRows={2} maxRows={8} {...form.getInputProps('description')} />
    </>
  );
}
