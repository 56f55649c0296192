import { Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { apiMessage } from '#web/lib/i18n.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { fieldErrors, showFieldErrors } from '#web/ui/form.ts';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { ChangePasswordMutation } from './queries.ts';
import { newPassword, repeated, required } from './validation.ts';

/** Changes the user's password; their other sessions end. */
export function ChangePasswordPage() {
  const { t } = useTranslation('auth');
  const { user } = useViewer();
  const [{ fetching }, change] = useMutation(ChangePasswordMutation);
  const form = useForm({
    initialValues: { currentPassword: '', password: '', repeat: '' },
    validate: { currentPassword: required, password: newPassword, repeat: repeated },
  });
  const submit = form.onSubmit(async ({ currentPassword, password: chosen }) => {
    const result = await change({ currentPassword, newPassword: chosen });
    if (result.error) {
      const { newPassword: password, ...fields } = fieldErrors(result.error);
      return showFieldErrors(form, { fields: { ...fields, ...(password && { password }) } });
    }
    form.reset();
    successToast(t('changePassword.done'));
  });
  if (!user.hasPassword)
    return (
      <Page title={t('changePassword.title')} width="narrow">
        <Panel>
          <Text>{apiMessage('error_no_password')}</Text>
        </Panel>
      </Page>
    );
  return (
    <Page title={t('changePassword.title')} subtitle={t('changePassword.text')} width="narrow">
      <Stack gap="lg">
        <Panel>
          <form onSubmit={submit} noValidate>
            <Stack gap="md">
              {/* identifies the account for password managers */}
              <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
              <PasswordField
                label={t('currentPassword')}
                autoComplete="current-password"
                {...form.getInputProps('currentPassword')}
              />
              <NewPasswordField label={t('newPassword')} {...form.getInputProps('password')} />
              <PasswordField
                label={t('repeatPassword')}
                autoComplete="new-password"
                {...form.getInputProps('repeat')}
              />
              <Button type="submit" loading={fetching} mt="xs">
                {t('changePassword.submit')}
              </Button>
            </Stack>
          </form>
        </Panel>
      </Stack>
    </Page>
  );
}
