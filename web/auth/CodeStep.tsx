import { Anchor, Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeField } from '#web/auth/totp/CodeField.tsx';
import { AuthCard } from './AuthCard.tsx';
import { required } from './validation.ts';

type Props = { busy: boolean; refusal: ReactNode; onCode: (code: string) => void; onBack: () => void };

/** The second step of the sign-in: a code of the app, or a recovery code where the app is gone. */
export function CodeStep({ busy, refusal, onCode, onBack }: Props) {
  const { t } = useTranslation('auth');
  const [recovery, setRecovery] = useState(false);
  const [isTried, setTried] = useState(false);
  const form = useForm({ initialValues: { code: '' }, validate: { code: required }, validateInputOnBlur: false });
  const kind = recovery ? 'recovery' : 'app';
  const change = () => {
    setRecovery(!recovery);
    setTried(false);
    form.reset();
  };
  const submit = form.onSubmit(({ code }) => {
    setTried(true);
    onCode(code);
  });
  return (
    <AuthCard title={t('code.title')} text={t(`code.${kind}.text`)}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {isTried && refusal}
          <CodeField
            key={kind}
            label={t(`code.${kind}.label`)}
            recovery={recovery}
            autoFocus
            {...form.getInputProps('code')}
          />
          <Button type="submit" size="lg" loading={busy} mt="xs">
            {t('login.submit')}
          </Button>
          <Group justify="space-between" gap={4}>
            <Anchor component="button" type="button" py={10} onClick={change}>
              {t(`code.${kind}.other`)}
            </Anchor>
            <Anchor component="button" type="button" py={10} onClick={onBack}>
              {t('code.back')}
            </Anchor>
          </Group>
        </Stack>
      </form>
    </AuthCard>
  );
}
