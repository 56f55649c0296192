import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { DateTimeInput } from '#web/fields/DateTimeInput.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { CorrectKnowledgeMutation, type DeadlineEvent } from './queries.ts';

type Props = { event: DeadlineEvent; onClose: () => void; onSaved: () => void };

/** Corrects when the organisation knew of the event, with a reason. */
export function KnowledgeDialog({ event, onClose, onSaved }: Props) {
  const { t } = useTranslation('deadlines');
  const [{ fetching }, correct] = useMutation(CorrectKnowledgeMutation);
  const form = useForm({
    initialValues: { knownAt: event.knownAt as string | null, reason: '' },
    validate: {
      knownAt: (at) => (at ? null : t('dispatch.atMissing')),
      reason: (reason) => (reason.trim() ? null : t('knowledge.reasonMissing')),
    },
  });
  const submit = form.onSubmit(async ({ knownAt, reason }) => {
    const { error } = await correct({ event: event.id, knownAt: knownAt!, reason: reason.trim() });
    if (error) return showFieldErrors(form, error);
    onSaved();
    onClose();
  });
  return (
    <Dialog title={t('knowledge.title')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <DateTimeInput
            name="knownAt"
            field={{ kind: 'dateTime' }}
            label={t('knownSince')}
            value={form.values.knownAt}
            onChange={(at) => form.setFieldValue('knownAt', typeof at === 'string' ? at : null)}
            error={form.errors['knownAt']}
          />
          <TextInput
            label={t('knowledge.reason')}
            description={t('knowledge.reasonHint')}
            maxLength={limits.lineMaximum}
            {...form.getInputProps('reason')}
          />
          <FormFoot submit={t('save')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
