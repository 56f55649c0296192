import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { signIn, takeReturn } from '#web/lib/session.ts';
import { useSystem } from '#web/lib/system.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { CodeStep } from './CodeStep.tsx';
import { RefusalAlert } from './RefusalAlert.tsx';
import { useRequest } from './useRequest.ts';
import { email, required } from './validation.ts';

/** The server's word for: the password is right, now the code. */
const asksForCode = 'totp_required';

/** Signs in with e-mail and password, and with a code where the user has a second factor. */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const { registrationOpen } = useSystem();
  const { send, busy, refusal } = useRequest<{ token: string }>('/api/auth', asksForCode);
  const [isCodeWanted, setCodeWanted] = useState(false);
  const form = useForm({
    initialValues: { email: '', password: '' },
    validate: { email, password: required },
    validateInputOnBlur: false,
  });
  const enter = async (code?: string) => {
    const { email: address, password } = form.getValues();
    const result = await send({ email: address.trim(), password, ...(code === undefined ? {} : { totp: code }) });
    if (result.ok) {
      location.hash = `#${takeReturn() ?? '/'}`;
      return signIn(result.body.token);
    }
    if (result.message === asksForCode) return setCodeWanted(true);
    if (result.message === 'invalid_credentials') setCodeWanted(false);
    showFieldErrors(form, result);
  };
  const submit = form.onSubmit(() => enter());
  const refused = <RefusalAlert refusal={refusal?.message === asksForCode ? undefined : refusal} />;
  if (isCodeWanted)
    return (
      <CodeStep busy={busy} refusal={refused} onCode={(code) => void enter(code)} onBack={() => setCodeWanted(false)} />
    );
  return (
    <AuthCard title={t('login.title')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {refused}
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
