import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { apiSuccessToast } from '#web/lib/toasts.ts';
import { showFieldErrors } from '#web/ui/form.ts';
import { AuthCard } from './AuthCard.tsx';
import { FormDone } from './FormDone.tsx';
import { RefusalAlert } from './RefusalAlert.tsx';
import { useRequest } from './useRequest.ts';
import { possibleEmail, required } from './validation.ts';

/** Registers a user, who then confirms their address with a password and waits for an administrator. */
export function RegisterPage() {
  const { t } = useTranslation('auth');
  const [done, setDone] = useState(false);
  const { send, busy, refusal } = useRequest<{ message: string }>('/api/register');
  const form = useForm({
    initialValues: { firstName: '', lastName: '', email: '', mobilePhoneNumber: '' },
    validate: { firstName: required, lastName: required, email: possibleEmail },
  });
  const submit = form.onSubmit(async ({ mobilePhoneNumber, ...values }) => {
    const result = await send({
      ...values,
      email: values.email.trim(),
      ...(mobilePhoneNumber.trim() && { mobilePhoneNumber }),
    });
    if (!result.ok) return showFieldErrors(form, result, { keepsToast: true });
    apiSuccessToast(result.body.message);
    setDone(true);
  });
  if (done) return <FormDone title={t('register.doneTitle')} text={t('register.doneText')} />;
  return (
    <AuthCard title={t('register.title')} text={t('register.text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <RefusalAlert refusal={refusal} />
          <TextInput label={t('firstName')} autoComplete="given-name" {...form.getInputProps('firstName')} />
          <TextInput label={t('lastName')} autoComplete="family-name" {...form.getInputProps('lastName')} />
          <TextInput type="email" label={t('email')} autoComplete="username" {...form.getInputProps('email')} />
          <TextInput
            type="tel"
            label={t('mobilePhoneNumber')}
            description={t('optional')}
            autoComplete="tel"
            {...form.getInputProps('mobilePhoneNumber')}
          />
          <Button type="submit" size="lg" loading={busy}>
            {t('register.submit')}
          </Button>
          <Anchor component={Link} to="/login" py={8}>
            {t('toLogin')}
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  );
}
