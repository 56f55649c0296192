import { Button, Fieldset, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { useData } from '#web/lib/data.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { QueryView } from '#web/ui/states.tsx';
import { type EventStatus, EventStatusesQuery, RenameEventStatusMutation } from './queries.ts';

/** A button above the list of event types that renames the event statuses. */
export function EventStatuses({ refetch }: { refetch: () => void }) {
  const { t } = useTranslation('administration');
  const { can } = useViewer();
  const [opened, setOpened] = useState(false);
  if (!can('manage_system_setup')) return null;
  return (
    <>
      <Button variant="default" mb="lg" leftSection={<Icon name="edit" />} onClick={() => setOpened(true)}>
        {t('eventStatuses.rename')}
      </Button>
      {opened && <StatusDialog onSaved={refetch} onClose={() => setOpened(false)} />}
    </>
  );
}

function StatusDialog({ onSaved, onClose }: { onSaved: () => void; onClose: () => void }) {
  const { t } = useTranslation('administration');
  const state = useData(EventStatusesQuery, {});
  return (
    <Dialog title={t('eventStatuses.rename')} onClose={onClose}>
      <QueryView state={state}>
        {({ eventStatuses }) => (
          <StatusForm
            statuses={eventStatuses.edges.map(({ node }) => node)}
            onSaved={() => {
              successToast(t('eventStatuses.saved'));
              onSaved();
              onClose();
            }}
            onClose={onClose}
          />
        )}
      </QueryView>
    </Dialog>
  );
}

type FormProps = { statuses: EventStatus[]; onSaved: () => void; onClose: () => void };

function StatusForm({ statuses, onSaved, onClose }: FormProps) {
  const { t } = useTranslation('administration');
  const [{ fetching }, rename] = useMutation(RenameEventStatusMutation);
  const meanings: Record<string, string> = {
    draft: t('eventStatuses.draft'),
    published: t('eventStatuses.published'),
    archived: t('eventStatuses.archived'),
  };
  const form = useForm({
    initialValues: Object.fromEntries(
      statuses.flatMap(({ identifier, nameDe, nameEn }) => [
        [`${identifier}.name`, nameDe],
        [`${identifier}.nameEn`, nameEn ?? ''],
      ]),
    ) as Record<string, string>,
    validate: (values) =>
      Object.fromEntries(
        statuses
          .map(({ identifier }) => `${identifier}.name`)
          .filter((field) => !values[field]?.trim())
          .map((field) => [field, t('eventStatuses.missing')]),
      ),
  });
  const submit = form.onSubmit(async (values) => {
    for (const { id, identifier } of statuses) {
      const [name, nameEn] = [values[`${identifier}.name`] ?? '', values[`${identifier}.nameEn`] ?? ''];
      const { error } = await rename({ id, name, nameEn });
      if (error) return showFieldErrors(form, error);
    }
    onSaved();
  });
  const input = (field: string) => ({
    value: form.values[field] ?? '',
    error: form.errors[field],
    maxLength: limits.nameMaximum,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      form.setValues({ [field]: currentTarget.value }),
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <Text size="sm">{t('eventStatuses.about')}</Text>
        {statuses.map(({ id, identifier }) => (
          <Fieldset key={id} legend={meanings[identifier] ?? identifier}>
            <Stack gap="sm">
              <TextInput label={t('eventStatuses.german')} required {...input(`${identifier}.name`)} />
              <TextInput
                label={t('eventStatuses.english')}
                description={t('eventStatuses.englishHint')}
                {...input(`${identifier}.nameEn`)}
              />
            </Stack>
          </Fieldset>
        ))}
        <FormFoot submit={t('eventStatuses.save')} busy={fetching} onCancel={onClose} />
      </Stack>
    </form>
  );
}
