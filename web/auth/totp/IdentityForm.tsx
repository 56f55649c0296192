import { Button, Group, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import type { CombinedError } from 'urql';
import { required } from '#web/auth/validation.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { showFieldErrors } from '#web/ui/form.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { CodeField } from './CodeField.tsx';

/** Proof of the user's identity. */
export type Identity = { password: string; code: string };

type Props = {
  /** The second factor is on, so the form asks for a code. */
  withCode: boolean;
  submit: string;
  danger?: boolean;
  busy: boolean;
  /** Resolves to the server's refusal. */
  onSubmit: (identity: Identity) => Promise<CombinedError | undefined>;
  onCancel?: (() => void) | undefined;
};

/** Asks for the password, and for a code if the second factor is on, before a change of the sign-in. */
export function IdentityForm({ withCode, submit, danger = false, busy, onSubmit, onCancel }: Props) {
  const { t } = useTranslation(['totp', 'common']);
  const { user } = useViewer();
  const { hasPassword } = user; // without one, a fresh sign-in counts
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (hasPassword ? required(value) : null),
      code: (value) => (withCode ? required(value) : null),
    },
  });
  const send = form.onSubmit(async (identity) => {
    const error = await onSubmit(identity);
    if (error) showFieldErrors(form, error);
  });
  return (
    <form onSubmit={send} noValidate>
      <Stack gap="md">
        {/* identifies the account for password managers */}
        <input type="hidden" name="username" autoComplete="username" value={user.email} readOnly />
        {hasPassword && (
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            data-autofocus
            {...form.getInputProps('password')}
          />
        )}
        {withCode && (
          <CodeField label={t('code')} description={t('codeOrRecovery')} recovery {...form.getInputProps('code')} />
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
