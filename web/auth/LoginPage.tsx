import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signIn, takeReturn } from '#web/lib/session.ts';
import { useSystem } from '#web/lib/system.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { RefusalAlert } from './RefusalAlert.tsx';
import { useRequest } from './useRequest.ts';
import { email, required } from './validation.ts';

/** Signs in with e-mail and password. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { registrationOpen } = useSystem();
  const { send, busy, refusal } = useRequest<{ token: string }>('/api/auth');
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email, password: required },
    validateInputOnBlur: false,
  });
  const submit = form.onSubmit(async (values) => {
    const result = await send({ ...values, email: values.email.trim() });
    if (!result.ok) return showFieldErrors(form, result);
    location.hash = `#${takeReturn() ?? '/'}`;
    signIn(result.body.token);
  });
  return (
    <AuthCard title={t('login.title')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <RefusalAlert refusal={refusal} />
          <TextInput
            type="email"
            label={t('email')}
            autoComplete="username"
            inputMode="email"
            {...form.getInputProps('email')}
          />
          <PasswordField label={t('password')} autoComplete="current-password" {...form.getInputProps('password')} />
          <Button type="submit" size="lg" loading={busy} mt="xs">
            {t('login.submit')}
          </Button>
          <Group justify="space-between" gap={4}>
            <Anchor component={Link} to="/forgot-password" py={10}>
              {t('login.forgot')}
            </Anchor>
            {registrationOpen && (
              <Anchor component={Link} to="/register" py={10}>
                {t('login.register')}
              </Anchor>
            )}
          </Group>
        </Stack>
      </form>
    </AuthCard>
  );
}
