import { Alert, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useData } from '#web/lib/data.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { type Assignment, SnippetUsageQuery, UpdateSnippetMutation } from './queries.ts';
import { TextFields, type TextValues, useTextRules } from './TextFields.tsx';

type Props = { snippet: Assignment['snippet']; onDone: () => void; onClose: () => void };

/** Edits an assigned snippet; warns if other assignments use it. */
export function ChangeTextDialog({ snippet, onDone, onClose }: Props) {
  const { t } = useTranslation(['administration', 'common']);
  const form = useForm<TextValues>({
    initialValues: { name: snippet.name, content: snippet.content },
    validate: useTextRules(),
  });
  const { data } = useData(SnippetUsageQuery, { id: snippet.id });
  const uses = data?.usage.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const [{ fetching }, update] = useMutation(UpdateSnippetMutation);
  const submit = async (values: TextValues) => {
    const { error } = await update({ input: { id: snippet.id, ...values } });
    if (error) return showFieldErrors(form, error);
    successToast(t('texts.saved'));
    onDone();
  };
  return (
    <Dialog title={t('texts.change', { name: snippet.name })} size="xl" onClose={onClose}>
      <form onSubmit={form.onSubmit(submit)} noValidate>
        <Stack gap="md">
          {uses > 1 && (
            <Alert color="yellow" icon={<Icon name="info" />}>
              {t('texts.shared', { count: uses })}
            </Alert>
          )}
          <TextFields form={form} />
          <FormFoot submit={t('common:save')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
