import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { fromLocalInput, toLocalInput } from '#shared/zoned.ts';
import { DayInput } from '#web/fields/DayInput.tsx';
import { typedDay } from '#web/fields/dates.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { useSystem } from '#web/lib/system.tsx';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { type ApiKeyRow, CreateApiKeyMutation, UpdateApiKeyMutation } from './queries.ts';
import { ScopeChoice } from './ScopeChoice.tsx';

type Props = {
  /** Undefined creates a key. */
  row: ApiKeyRow | undefined;
  onClose: () => void;
  /** Receives the key itself after a creation. */
  onSaved: (key: string | undefined) => void;
};

const year = 365 * 86_400_000;

/** Creates an API key, or edits its name, scopes and expiry. */
export function ApiKeyDialog({ row, onClose, onSaved }: Props) {
  const { t } = useTranslation(['apiKeys', 'administration', 'common']);
  const { timeZone } = useSystem();
  const [creation, create] = useMutation(CreateApiKeyMutation);
  const [change, update] = useMutation(UpdateApiKeyMutation);
  const dayOf = (moment: string | Date | null) => (moment ? toLocalInput(moment, timeZone).slice(0, 10) : '');
  const form = useForm({
    initialValues: {
      name: row?.name ?? '',
      expiresAt: row ? dayOf(row.expiresAt) : dayOf(new Date(Date.now() + year)),
      scopes: [...(row?.scopes ?? [])],
    },
    validate: {
      name: (name) => (name.trim() ? null : t('nameMissing')),
      expiresAt: (day) => (day === '' || typedDay(day) ? null : apiMessage('error_invalid_date')),
      scopes: (scopes) => (scopes.length ? null : t('scopesMissing')),
    },
  });
  const submit = form.onSubmit(async ({ name, expiresAt, scopes }) => {
    const kept =
      row && expiresAt === dayOf(row.expiresAt) ? row.expiresAt : fromLocalInput(`${expiresAt}T23:59`, timeZone);
    const input = { name, scopes, expiresAt: expiresAt ? kept : null };
    if (row) {
      const { error } = await update({ input: { id: row.id, ...input } });
      if (error) return showFieldErrors(form, error);
      successToast(t('saved'));
      return onSaved(undefined);
    }
    const { data, error } = await create({ input });
    if (!data) return showFieldErrors(form, error);
    onSaved(data.createApiKey.key);
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
          <DayInput
            label={t('expiresAt')}
            description={t('expiresAtHint')}
            minDate={dayOf(new Date())}
            value={form.values.expiresAt}
            onChange={(day) => form.setFieldValue('expiresAt', day)}
            error={form.errors['expiresAt']}
          />
          <ScopeChoice
            value={form.values.scopes}
            onChange={(scopes) => form.setFieldValue('scopes', scopes)}
            kept={row?.scopes ?? []}
            error={form.errors['scopes'] ? String(form.errors['scopes']) : undefined}
          />
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
