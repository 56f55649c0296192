import { Modal, NativeSelect, Stack, Switch, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { Input } from '#web/fields/Input.tsx';
import { changedFields } from '#web/lib/changed-fields.ts';
import { serverNow } from '#web/lib/clock.ts';
import { useData } from '#web/lib/data.ts';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { placeNames } from './place-names.ts';
import { CreateEventMutation, type EventRow, EventTypesQuery, LocationsQuery, UpdateEventMutation } from './queries.ts';

type Props = { event?: EventRow; onClose: () => void; onSaved?: () => void };

/** Creates an event as a draft, or edits one. */
export function EventDialog({ event, onClose, onSaved }: Props) {
  const { t } = useTranslation('events');
  const { t: common } = useTranslation();
  const { form, submit, busy } = useEventForm({
    ...(event ? { event } : {}),
    onClose,
    ...(onSaved ? { onSaved } : {}),
  });
  const types = useData(EventTypesQuery, {}).data?.eventTypes.edges ?? [];
  const locations = useData(LocationsQuery, {}).data?.locations.edges ?? [];
  const options = (edges: { node: { _id: number; name: string } }[], names = edges.map(({ node }) => node.name)) => [
    { value: '', label: t('form.none') },
    ...edges.map(({ node }, index) => ({ value: String(node._id), label: names[index] ?? node.name })),
  ];
  const places = placeNames(locations.map(({ node }) => node));
  return (
    <Modal
      opened
      onClose={onClose}
      title={event ? t('form.editTitle') : t('form.createTitle')}
      closeButtonProps={{ 'aria-label': common('close') }}
      size="lg"
    >
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput label={t('form.name')} data-autofocus {...form.getInputProps('name')} />
          <NativeSelect label={t('form.eventType')} data={options(types)} {...form.getInputProps('eventType')} />
          <NativeSelect
            label={t('form.location')}
            data={options(locations, places)}
            {...form.getInputProps('location')}
          />
          <Input
            name="eventDate"
            field={{ kind: 'dateTime' }}
            label={t('form.eventDate')}
            value={form.values.eventDate}
            onChange={(moment) => form.setFieldValue('eventDate', moment as string | null)}
            error={form.errors['eventDate']}
          />
          <Textarea
            label={t('form.description')}
            autosize
            minRows={2}
            maxRows={8}
            {...form.getInputProps('description')}
          />
          {!event && (
            <Switch
              size="lg"
              label={t('form.exercise')}
              description={t('form.exerciseText')}
              {...form.getInputProps('exercise', { type: 'checkbox' })}
            />
          )}
          <FormFoot submit={event ? common('save') : t('form.create')} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

function useEventForm({ event, onClose, onSaved }: Props) {
  const { t } = useTranslation('events');
  const navigate = useNavigate();
  const [creation, create] = useMutation(CreateEventMutation);
  const [change, update] = useMutation(UpdateEventMutation);
  const initialValues = {
    name: event?.name ?? '',
    description: event?.description ?? '',
    eventType: idText(event?.eventType ?? event?.activationEventType),
    location: idText(event?.location),
    eventDate: (event?.eventDate ?? atFullMinute(new Date(serverNow()))) as string | null,
    exercise: false,
  };
  const form = useForm({
    initialValues,
    validate: {
      name: (name) => {
        if (name.trim() === '') return t('form.nameMissing');
        return name.length > limits.nameMaximum ? t('form.nameLong', { count: limits.nameMaximum }) : null;
      },
      eventDate: (moment) => (moment ? null : t('form.dateMissing')),
    },
  });
  const submit = form.onSubmit(async ({ exercise, ...values }) => {
    const input = inputOf(values);
    if (event) {
      const { error } = await update({
        input: changedFields({ ...inputOf(initialValues), id: event.id }, input),
      });
      if (error) return showFieldErrors(form, error);
      onSaved?.();
      return onClose();
    }
    const { data, error } = await create({ input: { ...input, mode: exercise ? 'EXERCISE' : 'LIVE' } });
    if (!data) return showFieldErrors(form, error);
    onClose();
    await navigate(`/event/${data.createEvent._id}`);
  });
  return { form, submit, busy: creation.fetching || change.fetching };
}

// the input has no seconds
const atFullMinute = (moment: Date): string => new Date(moment.setSeconds(0, 0)).toISOString();

const idText = (row: { id: string } | null | undefined): string => row?.id.split('/').at(-1) ?? '';

type Values = { name: string; description: string; eventType: string; location: string; eventDate: string | null };

const inputOf = (values: Values) => ({
  name: values.name.trim(),
  description: values.description.trim() || null,
  eventType: values.eventType || null,
  location: values.location || null,
  eventDate: values.eventDate,
});
