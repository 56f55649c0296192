import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { FormDone } from './FormDone.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { RefusalAlert } from './RefusalAlert.tsx';
import { useRequest } from './useRequest.ts';
import { newPassword, repeated } from './validation.ts';

/** Sets a new password with the token of a mailed link. */
export function ResetPasswordPage() {
  const { t } = useTranslation('auth');
  const { token } = useParams();
  const [done, setDone] = useState(false);
  const { send, busy, refusal } = useRequest<{ message: string }>('/api/reset-password');
  const form = useForm({
    initialValues: { password: '', repeat: '' },
    validate: { password: newPassword, repeat: repeated },
  });
  const submit = form.onSubmit(async ({ password }) => {
    const result = await send({ token, password });
    if (!result.ok) return showFieldErrors(form, result);
    setDone(true);
  });
  if (done) return <FormDone title={t('reset.doneTitle')} text={t('reset.doneText')} />;
  return (
    <AuthCard title={t('reset.title')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <RefusalAlert refusal={refusal} />
          <NewPasswordField label={t('newPassword')} {...form.getInputProps('password')} />
          <PasswordField label={t('repeatPassword')} autoComplete="new-password" {...form.getInputProps('repeat')} />
          <Button type="submit" size="lg" loading={busy}>
            {t('reset.submit')}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
