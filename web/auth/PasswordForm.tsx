import { Button, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { NewPasswordField } from './NewPasswordField.tsx';
import { RefusalAlert } from './RefusalAlert.tsx';
import { useRequest } from './useRequest.ts';
import { newPassword, repeated } from './validation.ts';

interface PasswordFormProps {
  path: string;
  title: string;
  text?: string;
  submit: string;
  onDone: () => void;
}

/** Asks for a new password twice and posts it to `path` with the token of the mailed link. */
export function PasswordForm({ path, title, text, submit, onDone }: PasswordFormProps) {
  const { t } = useTranslation('auth');
  const { token } = useParams();
  const { send, busy, refusal } = useRequest<{ message: string }>(path);
  const form = useForm({
    initialValues: { password: '', repeat: '' },
    validate: { password: newPassword, repeat: repeated },
  });
  const post = form.onSubmit(async ({ password }) => {
    const result = await send({ token, password });
    if (result.ok) onDone();
    else showFieldErrors(form, result, { keepsToast: true });
  });
  return (
    <AuthCard title={title} {...(text === undefined ? {} : { text })}>
      <form onSubmit={post} noValidate>
        <Stack gap="md">
          <RefusalAlert refusal={refusal} />
          <NewPasswordField label={t('newPassword')} {...form.getInputProps('password')} />
          <PasswordField label={t('repeatPassword')} autoComplete="new-password" {...form.getInputProps('repeat')} />
          <Button type="submit" size="lg" loading={busy}>
            {submit}
          </Button>
        </Stack>
      </form>
    </AuthCard>
  );
}
