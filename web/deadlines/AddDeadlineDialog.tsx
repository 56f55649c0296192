import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { DateTimeInput } from '#web/fields/DateTimeInput.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { AddDeadlineMutation } from './queries.ts';

type Props = { event: string; onClose: () => void; onAdded: () => void };

/** Adds a deadline whose time an authority named. */
export function AddDeadlineDialog({ event, onClose, onAdded }: Props) {
  const { t } = useTranslation('deadlines');
  const [{ fetching }, add] = useMutation(AddDeadlineMutation);
  const form = useForm({
    initialValues: { name: '', dueAt: null as string | null },
    validate: {
      name: (name) => (name.trim() ? null : t('add.nameMissing')),
      dueAt: (at) => (at ? null : t('dispatch.atMissing')),
    },
  });
  const submit = form.onSubmit(async ({ name, dueAt }) => {
    const { error } = await add({ event, name: name.trim(), dueAt: dueAt! });
    if (error) return showFieldErrors(form, error);
    onAdded();
    onClose();
  });
  return (
    <Dialog title={t('add.title')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('add.name')}
            description={t('add.nameHint')}
            maxLength={limits.nameMaximum}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <DateTimeInput
            name="dueAt"
            field={{ kind: 'dateTime' }}
            label={t('add.dueAt')}
            value={form.values.dueAt}
            onChange={(at) => form.setFieldValue('dueAt', typeof at === 'string' ? at : null)}
            error={form.errors['dueAt']}
          />
          <FormFoot submit={t('save')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
