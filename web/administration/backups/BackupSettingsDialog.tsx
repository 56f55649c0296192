import { Checkbox, Group, NumberInput, Radio, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { limits } from '#shared/limits.ts';
import { successToast } from '#web/lib/toasts.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { FormFoot } from '#web/ui/FormFoot.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { type BackupSettingsRow, UpdateBackupSettingsMutation } from './queries.ts';

type Props = { settings: BackupSettingsRow; onClose: () => void; onSaved: () => void };

const keeps = ['keepDaily', 'keepWeekly', 'keepMonthly'] as const;

/** Changes schedule, folder, retention and encryption of backups. The passphrase is never shown. */
export function BackupSettingsDialog({ settings, onClose, onSaved }: Props) {
  const { t } = useTranslation(['backups', 'common']);
  const { form, submit, busy } = useSettingsForm(settings, onSaved);
  return (
    <Dialog title={t('settings.title')} onClose={onClose}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <Checkbox
            size="md"
            label={t('settings.isActive')}
            {...form.getInputProps('isActive', { type: 'checkbox' })}
          />
          <TextInput
            type="time"
            label={t('settings.startAt')}
            description={t('settings.startAtHint')}
            required
            {...form.getInputProps('startAt')}
          />
          <TextInput
            label={t('settings.folder')}
            description={t('settings.folderHint')}
            placeholder="/var/backups/meldekette"
            required
            maxLength={limits.lineMaximum}
            data-autofocus
            {...form.getInputProps('folder')}
          />
          <Stack gap="xs">
            <Text fz="sm" c="gray.7">
              {t('settings.keepHint')}
            </Text>
            <Group gap="sm" grow>
              {keeps.map((name) => (
                <NumberInput
                  key={name}
                  label={t(`settings.${name}`)}
                  min={0}
                  max={400}
                  allowDecimal={false}
                  {...form.getInputProps(name)}
                />
              ))}
            </Group>
          </Stack>
          <Radio.Group label={t('settings.encryption')} {...form.getInputProps('encryption')}>
            <Stack gap="xs" mt="xs">
              <Radio value="passphrase" label={t('settings.byPassphrase')} />
              <Radio value="recipient" label={t('settings.byRecipient')} />
            </Stack>
          </Radio.Group>
          {form.values.encryption === 'passphrase' ? (
            <PasswordField
              label={t('settings.passphrase')}
              description={t(settings.hasPassphrase ? 'settings.passphraseKept' : 'settings.passphraseHint')}
              autoComplete="new-password"
              {...form.getInputProps('passphrase')}
            />
          ) : (
            <TextInput
              label={t('settings.recipient')}
              description={t('settings.recipientHint')}
              placeholder="age1…"
              autoComplete="off"
              {...form.getInputProps('recipient')}
            />
          )}
          <Text fz="sm">{t('settings.key')}</Text>
          <FormFoot submit={t('common:save')} busy={busy} onCancel={onClose} />
        </Stack>
      </form>
    </Dialog>
  );
}

function useSettingsForm(settings: BackupSettingsRow, onSaved: () => void) {
  const { t } = useTranslation('backups');
  const [{ fetching }, update] = useMutation(UpdateBackupSettingsMutation);
  const { recipient, hasPassphrase, version, ...rest } = settings;
  const form = useForm({
    initialValues: {
      ...rest,
      isActive: settings.isActive || settings.folder === '',
      encryption: recipient ? 'recipient' : 'passphrase',
      recipient: recipient ?? '',
      passphrase: '',
    },
    validate: {
      folder: (folder) => (folder.trim() ? null : t('settings.missing')),
      startAt: (time) => (time ? null : t('settings.missing')),
      passphrase: (passphrase, { encryption }) =>
        encryption === 'passphrase' && !passphrase && !hasPassphrase ? t('settings.missing') : null,
      recipient: (key, { encryption }) => (encryption === 'recipient' && !key.trim() ? t('settings.missing') : null),
    },
  });
  const submit = form.onSubmit(async ({ encryption, passphrase, recipient: key, ...values }) => {
    const counts = Object.fromEntries(keeps.map((name) => [name, Number(values[name]) || 0]));
    const own =
      encryption === 'recipient' ? { recipient: key } : { recipient: '', ...(passphrase ? { passphrase } : {}) };
    const { folder, startAt, isActive } = values;
    const { error } = await update({ input: { version, folder, startAt, isActive, ...counts, ...own } });
    if (error) return showFieldErrors(form, error);
    successToast(t('settings.saved'));
    onSaved();
  });
  return { form, submit, busy: fetching };
}
