import { Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { CreateProviderMutation, type ProviderRow, UpdateProviderMutation } from './queries.ts';
import { RoleMapFields } from './RoleMapFields.tsx';

type Props = {
  /** The provider to change; without one a new provider is created. */
  row: ProviderRow | undefined;
  onClose: () => void;
  onSaved: () => void;
};

/** Creates a provider, or changes its settings. The secret is never shown. */
export function ProviderDialog({ row, onClose, onSaved }: Props) {
  const { t } = useTranslation(['singleSignOn', 'administration', 'common']);
  const { form, submit, busy } = useProviderForm(row, onSaved);
  return (
    <Dialog title={t(row ? 'editTitle' : 'create')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            label={t('label')}
            description={t('labelHint')}
            required
            maxLength={60}
            data-autofocus
            {...form.getInputProps('label')}
          />
          <TextInput
            type="url"
            label={t('issuer')}
            description={t(row ? 'issuerFixed' : 'issuerHint')}
            placeholder="https://"
            required
            disabled={Boolean(row)}
            {...form.getInputProps('issuer')}
          />
          <TextInput
            label={t('clientId')}
            required
            maxLength={limits.lineMaximum}
            autoComplete="off"
            {...form.getInputProps('clientId')}
          />
          <PasswordField
            label={t('clientSecret')}
            description={t(row?.hasClientSecret ? 'clientSecretKept' : 'clientSecretHint')}
            autoComplete="new-password"
            {...form.getInputProps('clientSecret')}
          />
          <TextInput label={t('scopes')} description={t('scopesHint')} required {...form.getInputProps('scopes')} />
          <TextInput
            label={t('groupsClaim')}
            description={t('groupsClaimHint')}
            required
            {...form.getInputProps('groupsClaim')}
          />
          <RoleMapFields
            value={form.values.roleMap}
            error={form.errors['roleMap']}
            onChange={(roleMap) => form.setFieldValue('roleMap', roleMap)}
          />
          <Checkbox
            size="md"
            label={t('checksSecondFactor')}
            description={t('checksSecondFactorHint')}
            {...form.getInputProps('checksSecondFactor', { type: 'checkbox' })}
          />
          <Checkbox
            size="md"
            label={t('ownNetwork')}
            description={t('ownNetworkHint')}
            {...form.getInputProps('ownNetwork', { type: 'checkbox' })}
          />
          <FormFoot submit={t(row ? 'common:save' : 'administration:form.create')} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function useProviderForm(row: ProviderRow | undefined, onSaved: () => void) {
  const { t } = useTranslation('singleSignOn');
  const [creation, create] = useMutation(CreateProviderMutation);
  const [change, update] = useMutation(UpdateProviderMutation);
  const missing = (value: string) => (value.trim() ? null : t('missing'));
  const form = useForm({
    initialValues: {
      label: row?.label ?? '',
      issuer: row?.issuer ?? '',
      clientId: row?.clientId ?? '',
      clientSecret: '',
      scopes: row?.scopes ?? 'openid profile email',
      groupsClaim: row?.groupsClaim ?? 'groups',
      roleMap: (row?.roleMap ?? []).map(({ group, role }) => ({ group, role })),
      ownNetwork: row?.ownNetwork ?? false,
      checksSecondFactor: row?.checksSecondFactor ?? false,
    },
    validate: {
      label: missing,
      issuer: (issuer) => (URL.canParse(issuer.trim()) ? null : t('issuerMissing')),
      clientId: missing,
      scopes: missing,
      groupsClaim: missing,
    },
  });
  const submit = form.onSubmit(async ({ issuer, clientSecret, roleMap, ...values }) => {
    const input = {
      ...values,
      roleMap: roleMap.filter(({ group }) => group.trim()),
      ...(clientSecret ? { clientSecret } : {}),
    };
    const { error } = row
      ? await update({ input: { id: row.id, version: row.version, ...input } })
      : await create({ input: { issuer: issuer.trim(), ...input } });
    if (error) return showFieldErrors(form, error);
    successToast(t('saved'));
    onSaved();
  });
  return { form, submit, busy: creation.fetching || change.fetching };
}
