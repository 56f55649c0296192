import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type Identity, IdentityForm, type OwnFactors } from '#web/auth/totp/IdentityForm.tsx';
import { successToast } from '#web/lib/toasts.ts';
import type { Passkey } from './passkey.ts';
import { RemovePasskeyMutation } from './queries.ts';

type Props = {
  passkey: Passkey;
  /** It is the last second factor. */
  isLast: boolean;
  factors: OwnFactors;
  onDone: () => void;
  onCancel: () => void;
};

/** Removes a passkey after a proof of the user. */
export function RemovePasskey({ passkey: { id, name }, isLast, factors, onDone, onCancel }: Props) {
  const { t } = useTranslation('totp');
  const [{ fetching }, remove] = useMutation(RemovePasskeyMutation);
  const submit = async (identity: Identity) => {
    const { error } = await remove({ id, ...identity });
    if (!error) {
      successToast(t('passkeys.removed'));
      onDone();
    }
    return error;
  };
  return (
    <Stack gap="md">
      <Text>{t('passkeys.removeText', { name })}</Text>
      {isLast && <Text>{t('passkeys.removeLast')}</Text>}
      <IdentityForm
        factors={factors}
        danger
        submit={t('passkeys.remove')}
        busy={fetching}
        onSubmit={submit}
        onCancel={onCancel}
      />
    </Stack>
  );
}
