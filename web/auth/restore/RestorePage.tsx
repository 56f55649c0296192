import { Alert, Anchor, Button, FileInput, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { AuthCard } from '#web/auth/AuthCard.tsx';
import { apiMessage } from '#web/lib/i18n.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { isRestorable, RestoreRefused, type RestoreStep, restore } from './restore-requests.ts';

const reasons = [
  'truncated',
  'modified',
  'foreign',
  'newer',
  'wrong_passphrase',
  'not_encrypted',
  'not_migrated',
  'other_key',
  'fixed_key',
  'claimed',
  'no_space',
  'interrupted',
] as const;

const reasonOf = (key: string) => reasons.find((one) => one === key) ?? ('failed' as const);

type State = { step: RestoreStep; percent: number } | 'done' | null;

/** Restores a backup into an installation that no one uses yet, and leads to the sign-in. */
export function RestorePage() {
  const [isPossible, setPossible] = useState(true);
  useEffect(() => {
    void isRestorable().then(setPossible);
  }, []);
  return isPossible ? <RestoreForm /> : <Used />;
}

function Used() {
  const { t } = useTranslation('restore');
  return (
    <AuthCard title={t('title')} text={t('used')}>
      <Anchor component={Link} to="/login" py={8}>
        {t('toLogin')}
      </Anchor>
    </AuthCard>
  );
}

function RestoreForm() {
  const { t } = useTranslation('restore');
  const [state, setState] = useState<State>(null);
  const [refusal, setRefusal] = useState('');
  const form = useForm({
    initialValues: { file: null as File | null, password: '', passphrase: '', identity: '', keyPassphrase: '' },
    validate: {
      file: (file) => (file ? null : t('missing')),
      password: (password) => (password ? null : t('missing')),
    },
  });
  const submit = form.onSubmit(async ({ file, ...values }) => {
    if (!file) return;
    setRefusal('');
    try {
      await restore({ file, ...values }, (step, percent) => setState({ step, percent }));
      setState('done');
    } catch (error) {
      setState(null);
      if (!(error instanceof RestoreRefused)) throw error;
      const { key, isReason } = error;
      setRefusal(isReason ? t(`reason.${reasonOf(key)}`) : apiMessage(key));
    }
  });
  if (state === 'done') return <Done />;
  return (
    <AuthCard title={t('title')} text={t('text')}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          {refusal && (
            <Alert color="red" role="alert">
              {refusal}
            </Alert>
          )}
          <FileInput label={t('file')} placeholder={t('choose')} required {...form.getInputProps('file')} />
          <PasswordField
            label={t('password')}
            description={t('passwordHint')}
            autoComplete="current-password"
            required
            {...form.getInputProps('password')}
          />
          <PasswordField
            label={t('passphrase')}
            description={t('passphraseHint')}
            autoComplete="off"
            {...form.getInputProps('passphrase')}
          />
          <PasswordField
            label={t('identity')}
            description={t('identityHint')}
            autoComplete="off"
            {...form.getInputProps('identity')}
          />
          <PasswordField
            label={t('keyPassphrase')}
            description={t('keyPassphraseHint')}
            autoComplete="off"
            {...form.getInputProps('keyPassphrase')}
          />
          {state && (
            <div role="status">
              <Text fz="sm">{t(`step.${state.step}`)}</Text>
              <ProgressBar percentage={state.percent} label={t(`step.${state.step}`)} />
            </div>
          )}
          <Button type="submit" size="lg" loading={state !== null}>
            {t('submit')}
          </Button>
          <Anchor component={Link} to="/login" py={8}>
            {t('toLogin')}
          </Anchor>
        </Stack>
      </form>
    </AuthCard>
  );
}

function Done() {
  const { t } = useTranslation('restore');
  return (
    <AuthCard title={t('doneTitle')} text={t('doneText')}>
      <Button component="a" href="./" size="lg">
        {t('signIn')}
      </Button>
    </AuthCard>
  );
}
