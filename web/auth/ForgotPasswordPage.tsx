import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { showFieldErrors } from '#web/ui/form.ts';
import { AuthCard } from './AuthCard.tsx';
import { FormDone } from './FormDone.tsx';
import { RefusalAlert } from './RefusalAlert.tsx';
import { useRequest } from './useRequest.ts';
import { possibleEmail } from './validation.ts';

/** Requests a mail with a link to reset the password; doesn't reveal whether the address is known. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('auth');
  const [done, setDone] = useState(false);
  const { send, busy, refusal } = useRequest<{ message: string }>('/api/forgot-password');
  const form = useForm({ initialValues: { email: '' }, validate: { email: possibleEmail } });
  const submit = form.onSubmit(async (values) => {
    const result = await send({ email: values.email.trim() });
    if (!result.ok) return showFieldErrors(form, result);
    setDone(true);
  });
  if (done) return <FormDone title={t('forgot.doneTitle')} text={t('forgot.doneText')} />;
  return (
    <AuthCard title={t('forgot.title')} text={t('forgot.text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <RefusalAlert refusal={refusal} />
          <TextInput type="email" label={t('email')} autoComplete="username" {...form.getInputProps('email')} />
          <Button type="submit" size="lg" loading={busy}>
            {t('forgot.submit')}
          </Button>
          <Anchor component={Link} to="/login" py={8}>
            {t('toLogin')}
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  );
}
