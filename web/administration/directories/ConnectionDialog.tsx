import { Checkbox, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type DirectoryKind, directoryKinds, directoryPresets } from '#shared/directories.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { CreateDirectoryMutation, type DirectoryRow, UpdateDirectoryMutation } from './queries.ts';

type Props = {
  /** The directory to change; without one a new directory is created. */
  row: DirectoryRow | undefined;
  onClose: () => void;
  onSaved: () => void;
};

/** Creates a directory, or changes how it is reached. The password is entered here and never shown. */
export function ConnectionDialog({ row, onClose, onSaved }: Props) {
  const { t } = useTranslation(['directories', 'administration', 'common']);
  const { form, submit, busy, choose } = useConnectionForm(row, onSaved);
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
          <TextInput
            label={t('url')}
            description={t('urlHint')}
            placeholder="ldaps://"
            required
            {...form.getInputProps('url')}
          />
          <Checkbox size="md" label={t('startTls')} {...form.getInputProps('startTls', { type: 'checkbox' })} />
          <Checkbox
            size="md"
            label={t('ownNetwork')}
            description={t('ownNetworkHint')}
            {...form.getInputProps('ownNetwork', { type: 'checkbox' })}
          />
          <Textarea
            label={t('ca')}
            description={t('caHint')}
            autosize
            minRows={2}
            maxRows={6}
            spellCheck={false}
            {...form.getInputProps('ca')}
          />
          <TextInput
            label={t('bindDn')}
            description={t('bindDnHint')}
            autoComplete="off"
            {...form.getInputProps('bindDn')}
          />
          <PasswordField
            label={t('bindPassword')}
            description={t(row?.hasBindPassword ? 'bindPasswordKept' : 'bindPasswordHint')}
            autoComplete="new-password"
            {...form.getInputProps('bindPassword')}
          />
          <TextInput label={t('baseDn')} description={t('baseDnHint')} required {...form.getInputProps('baseDn')} />
          <TextInput label={t('filter')} description={t('filterHint')} required {...form.getInputProps('filter')} />
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
  const first: DirectoryKind = 'active_directory';
  const form = useForm({
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
    validate: { label: missing, url: missing, baseDn: missing, filter: missing },
  });
  const choose = (kind: DirectoryKind) => form.setValues({ kind, filter: directoryPresets[kind].filter });
  const submit = form.onSubmit(async ({ kind, bindPassword, ...values }) => {
    const password = bindPassword ? { bindPassword } : values.bindDn.trim() ? {} : { bindPassword: '' };
    const { error } = row
      ? await update({ input: { id: row.id, version: row.version, ...values, ...password } })
      : await create({ input: { kind, ...values, ...password } });
    if (error) return showFieldErrors(form, error);
    successToast(t('saved'));
    onSaved();
  });
  return { form, submit, choose, busy: creation.fetching || change.fetching };
}
