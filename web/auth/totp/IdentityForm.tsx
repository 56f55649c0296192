import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type CombinedError, useMutation } from 'urql';
import { AskForPasskeyMutation } from '#web/auth/passkeys/queries.ts';
import { required } from '#web/auth/validation.ts';
import { apiMessage } from '#web/lib/i18n.ts';
import { canUsePasskeys } from '#web/lib/signed-in/passkey-support.ts';
import { errorToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';

/** Proof of the user's identity. */
export type Identity = {
  password: string;
  code: string;
  /** The response of a passkey, as JSON. */
  passkey: string | null;
};

/** The second factors of the user that are on. */
export type OwnFactors = { app: boolean; passkey: boolean };

type Props = {
  factors: OwnFactors;
  submit: string;
  danger?: boolean;
  busy: boolean;
  /** Resolves to the server's refusal. */
  onSubmit: (identity: Identity) => Promise<CombinedError | undefined>;
  onCancel?: (() => void) | undefined;
};

/** Asks for the password and, if a second factor is on, a code, before a change of the sign-in; or for a passkey instead. */
export function IdentityForm({ factors, submit, danger = false, busy, onSubmit, onCancel }: Props) {
  const { t } = useTranslation(['totp', 'common']);
  const { user } = useViewer();
  const { hasPassword } = user; // without one, a fresh sign-in counts
  const withCode = factors.app || factors.passkey;
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (hasPassword ? required(value) : null),
      code: (value) => (withCode ? required(value) : null),
    },
  });
  const show = async (identity: Identity) => {
    const error = await onSubmit(identity);
    if (error) showFieldErrors(form, error);
  };
  const confirm = usePasskeyProof((passkey) => show({ ...form.getValues(), code: '', passkey }));
  return (
    <form onSubmit={form.onSubmit((entered) => show({ ...entered, passkey: null }))} noValidate>
      <Stack gap="md">
        {/* identifies the account for password managers */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        {factors.passkey && canUsePasskeys() && (
          <Button variant="default" loading={confirm.isBusy} onClick={() => void confirm.run()} data-autofocus>
            {t('passkeys.confirm')}
          </Button>
        )}
        {hasPassword && (
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            data-autofocus={!factors.passkey || undefined}
            {...form.getInputProps('password')}
          />
        )}
        {withCode && (
          <CodeField
            label={t(factors.app ? 'code' : 'recoveryCode')}
            description={factors.app ? t('codeOrRecovery') : undefined}
            recovery
            {...form.getInputProps('code')}
          />
        )}
        <Group justify="flex-end" gap="sm">
          {onCancel && (
            <Button variant="default" onClick={onCancel}>
              {t('common:cancel')}
            </Button>
          )}
          <Button type="submit" color={danger ? 'red' : 'blue'} loading={busy}>
            {submit}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function usePasskeyProof(done: (passkey: string) => Promise<void>): { isBusy: boolean; run: () => Promise<void> } {
  const [isBusy, setIsBusy] = useState(false);
  const [, ask] = useMutation(AskForPasskeyMutation);
  const show = async () => {
    const { data } = await ask({});
    if (!data) return;
    const { askForPasskey } = await import('#web/sign-in/ceremony.ts');
    const shown = await askForPasskey(JSON.parse(data.askForPasskey));
    if ('refusal' in shown) errorToast(apiMessage(shown.refusal));
    else await done(JSON.stringify(shown.response));
  };
  const run = async () => {
    setIsBusy(true);
    await show().finally(() => setIsBusy(false));
  };
  return { isBusy, run };
}
