import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AuthCard } from './AuthCard.tsx';
import { FormDone } from './FormDone.tsx';
import { RefusalAlert } from './RefusalAlert.tsx';
import { useRequest } from './useRequest.ts';

/** Confirms the address of a registration. It takes a click, because mail scanners open every link. */
export function VerifyUserPage() {
  const { t } = useTranslation('auth');
  const { token } = useParams();
  const [done, setDone] = useState(false);
  const { send, busy, refusal } = useRequest<{ message: string }>('/api/verify');
  const verify = async () => {
    const result = await send({ token });
    if (result.ok) setDone(true);
  };
  if (done) return <FormDone title={t('verify.doneTitle')} text={t('verify.doneText')} />;
  return (
    <AuthCard title={t('verify.title')} text={t('verify.text')}>
      <Stack gap="md">
        <RefusalAlert refusal={refusal} />
        <Button size="lg" loading={busy} onClick={() => void verify()}>
          {t('verify.submit')}
        </Button>
      </Stack>
    </AuthCard>
  );
}
