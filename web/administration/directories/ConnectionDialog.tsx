import { Select, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type DirectoryKind, directoryKinds, directoryPresets, isLdap } from '#shared/directories.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { type ConnectionValues, FileFields, LdapFields } from './ConnectionFields.tsx';
import { CreateDirectoryMutation, type DirectoryRow, UpdateDirectoryMutation } from './queries.ts';

type Props = {
  /** The directory to change; without one a new directory is created. */
  row: DirectoryRow | undefined;
  onClose: () => void;
  onSaved: () => void;
};

/** Creates a directory, or changes its connection. The password is never shown. */
export function ConnectionDialog({ row, onClose, onSaved }: Props) {
  const { t } = useTranslation(['directories', 'administration', 'common']);
  const { form, submit, busy, choose } = useConnectionForm(row, onSaved);
  const { kind } = form.values;
  return (
    <Dialog title={t(row ? 'connection' : 'create')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {!row && (
            <Select
              label={t('kind')}
              data={directoryKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
              value={form.values.kind}
              allowDeselect={false}
              onChange={(kind) => kind && choose(kind as DirectoryKind)}
            />
          )}
          <TextInput label={t('label')} required maxLength={60} data-autofocus {...form.getInputProps('label')} />
          {isLdap(kind) && <LdapFields form={form} hasPassword={row?.hasBindPassword === true} />}
          {kind === 'csv' && <FileFields form={form} hasPassword={row?.hasBindPassword === true} />}
          {kind === 'scim' && <Text fz="sm">{t('scimCreate')}</Text>}
          <FormFoot submit={t(row ? 'common:save' : 'administration:form.create')} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function useConnectionForm(row: DirectoryRow | undefined, onSaved: () => void) {
  const { t } = useTranslation('directories');
  const [creation, create] = useMutation(CreateDirectoryMutation);
  const [change, update] = useMutation(UpdateDirectoryMutation);
  const missing = (value: string) => (value.trim() ? null : t('missing'));
  const missingFor =
    (...kinds: DirectoryKind[]) =>
    (value: string, { kind }: ConnectionValues) =>
      kinds.includes(kind) ? missing(value) : null;
  const first: DirectoryKind = 'active_directory';
  const form = useForm<ConnectionValues>({
    initialValues: {
      kind: (row?.kind ?? first) as DirectoryKind,
      label: row?.label ?? '',
      url: row?.url ?? '',
      startTls: row?.startTls ?? false,
      ownNetwork: row?.ownNetwork ?? true,
      ca: row?.ca ?? '',
      bindDn: row?.bindDn ?? '',
      bindPassword: '',
      baseDn: row?.baseDn ?? '',
      filter: row?.filter ?? directoryPresets[first].filter,
    },
    validate: {
      label: missing,
      url: missingFor('openldap', 'active_directory', 'csv'),
      baseDn: missingFor('openldap', 'active_directory'),
      filter: missingFor('openldap', 'active_directory'),
    },
  });
  const choose = (kind: DirectoryKind) => form.setValues({ kind, filter: directoryPresets[kind].filter });
  const submit = form.onSubmit(async ({ kind, bindPassword, ...values }) => {
    const input = { ...settingsOf(kind, values), ...passwordOf(kind, values, bindPassword) };
    const { error } = row
      ? await update({ input: { id: row.id, version: row.version, ...input } })
      : await create({ input: { kind, ...input } });
    if (error) return showFieldErrors(form, error);
    successToast(t('saved'));
    onSaved();
  });
  return { form, submit, choose, busy: creation.fetching || change.fetching };
}

type Settings = Omit<ConnectionValues, 'kind' | 'bindPassword'>;

/** Returns the settings that a kind has. */
function settingsOf(kind: DirectoryKind, values: Settings): Partial<Settings> & { label: string } {
  if (isLdap(kind)) return values;
  const { label, url, ownNetwork, ca, bindDn } = values;
  if (kind === 'scim') return { label };
  const isFile = url.startsWith('file:');
  return { label, url, ownNetwork: !isFile && ownNetwork, ca: isFile ? '' : ca, bindDn: isFile ? '' : bindDn };
}

/** Returns the password to send: none keeps the stored one, an empty one removes it. */
function passwordOf(kind: DirectoryKind, { bindDn, url }: Settings, given: string): { bindPassword?: string } {
  if (kind === 'scim') return {};
  if (kind === 'csv') return url.startsWith('file:') ? { bindPassword: '' } : given ? { bindPassword: given } : {};
  return given ? { bindPassword: given } : bindDn.trim() ? {} : { bindPassword: '' };
}
