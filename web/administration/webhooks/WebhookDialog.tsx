import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { webhookEvents } from '#shared/webhook-events.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { CreateWebhookMutation, UpdateWebhookMutation, type WebhookRow } from './queries.ts';
import { useEventText } from './useEventText.ts';

type Props = {
  /** Undefined creates a webhook. */
  row: WebhookRow | undefined;
  onClose: () => void;
  /** Receives the secret after a creation. */
  onSaved: (secret: string | undefined) => void;
};

/** Creates a webhook, or edits its name, address and events. */
export function WebhookDialog({ row, onClose, onSaved }: Props) {
  const { t } = useTranslation(['webhooks', 'administration', 'common']);
  const eventText = useEventText();
  const [creation, create] = useMutation(CreateWebhookMutation);
  const [change, update] = useMutation(UpdateWebhookMutation);
  const form = useForm({
    initialValues: { name: row?.name ?? '', url: row?.url ?? '', eventTypes: [...(row?.eventTypes ?? [])] },
    validate: {
      name: (name) => (name.trim() ? null : t('nameMissing')),
      url: (url) => (URL.canParse(url.trim()) ? null : t('urlMissing')),
      eventTypes: (types) => (types.length ? null : t('eventsMissing')),
    },
  });
  const submit = form.onSubmit(async (values) => {
    if (row) {
      const { error } = await update({ input: { id: row.id, version: row.version, ...values } });
      if (error) return showFieldErrors(form, error);
      successToast(t('saved'));
      return onSaved(undefined);
    }
    const { data, error } = await create({ input: values });
    if (!data) return showFieldErrors(form, error);
    onSaved(data.createWebhook.secret);
  });
  return (
    <Dialog title={t(row ? 'editTitle' : 'create')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('name')}
            description={t('nameHint')}
            required
            maxLength={limits.nameMaximum}
            data-autofocus
            {...form.getInputProps('name')}
          />
          <TextInput
            type="url"
            label={t('url')}
            description={t('urlHint')}
            placeholder="https://"
            required
            {...form.getInputProps('url')}
          />
          <Checkbox.Group
            label={t('events')}
            description={t('eventsHint')}
            required
            {...form.getInputProps('eventTypes')}
          >
            <Stack gap="sm" my="sm">
              {webhookEvents.map((type) => (
                <Checkbox key={type} size="md" value={type} label={eventText(type)} />
              ))}
            </Stack>
          </Checkbox.Group>
          <FormFoot
            submit={t(row ? 'common:save' : 'administration:form.create')}
            busy={creation.fetching || change.fetching}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Dialog>
  );
}
