import { SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { longestDeadline } from '#shared/task.ts';
import { NumberInput } from '#web/fields/NumberField.tsx';
import { ReferenceInput } from '#web/fields/ReferenceField.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { AddTaskMutation } from './queries.ts';

type Props = { event: string; onClose: () => void; onAdded: () => void };

/** Adds a task: text, function or person, deadline. */
export function AddTaskDialog({ event, onClose, onAdded }: Props) {
  const { t } = useTranslation('events');
  const [{ fetching }, add] = useMutation(AddTaskMutation);
  const form = useForm({
    initialValues: {
      text: '',
      group: null as string | null,
      person: null as string | null,
      dueMinutes: null as number | null,
    },
    validate: { text: (text) => (text.trim() ? null : t('tasks.textMissing')) },
  });
  const submit = form.onSubmit(async ({ text, group, person, dueMinutes }) => {
    const { error } = await add({ event, text: text.trim(), group, person, dueMinutes });
    if (error) return showFieldErrors(form, error);
    onAdded();
    onClose();
  });
  // a task has either a function or a person
  const choose = (who: 'group' | 'person') => (id: unknown) =>
    form.setValues({ group: null, person: null, [who]: typeof id === 'string' ? id : null });
  return (
    <Dialog title={t('tasks.add')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('tasks.text')}
            maxLength={limits.lineMaximum}
            data-autofocus
            {...form.getInputProps('text')}
          />
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
            <ReferenceInput
              name="group"
              field={{ kind: 'reference', to: 'Group' }}
              label={t('tasks.group')}
              value={form.values.group}
              onChange={choose('group')}
              error={form.errors['group']}
            />
            <ReferenceInput
              name="person"
              field={{ kind: 'reference', to: 'Person' }}
              label={t('tasks.person')}
              value={form.values.person}
              onChange={choose('person')}
              error={form.errors['person']}
            />
          </SimpleGrid>
          <NumberInput
            name="dueMinutes"
            field={{ kind: 'number', minimum: 0, maximum: longestDeadline, unit: 'minutes' }}
            label={t('tasks.dueMinutes')}
            value={form.values.dueMinutes}
            onChange={(minutes) => form.setFieldValue('dueMinutes', minutes as number | null)}
            error={form.errors['dueMinutes']}
          />
          <FormFoot submit={t('tasks.save')} busy={fetching} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}
