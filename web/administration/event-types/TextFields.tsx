import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { limits } from '#shared/limits.ts';
import { LoadingState } from '#web/ui/states.tsx';

/** A text with its name. */
export type TextValues = { name: string; content: string };

const RichTextEditor = lazy(async () => ({
  default: (await import('#web/fields/rich-text/RichTextEditor.tsx')).RichTextEditor,
}));

/** Inputs for a text's name and content. */
export function TextFields({ form }: { form: Pick<UseFormReturnType<TextValues>, 'getInputProps'> }) {
  const { t } = useTranslation('administration');
  const { value, onChange, error } = form.getInputProps('content');
  return (
    <>
      <TextInput
        label={t('texts.name')}
        description={t('texts.nameHint')}
        required
        maxLength={limits.nameMaximum}
        {...form.getInputProps('name')}
      />
      <Suspense fallback={<LoadingState lines={3} />}>
        <RichTextEditor label={t('texts.content')} required value={value} onChange={onChange} error={error} />
      </Suspense>
    </>
  );
}

/** Validates name and content. */
export function useTextRules() {
  const { t } = useTranslation('administration');
  const filled = (text: string) => (text.trim() ? null : t('texts.fill'));
  return { name: filled, content: filled };
}
