import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { type Identity, IdentityForm, type OwnFactors } from './IdentityForm.tsx';
import { DisableTotpMutation } from './queries.ts';

type Props = { factors: OwnFactors; onDone: () => void; onCancel: () => void };

/** Switches the user's second factor off. */
export function DisableTotp({ factors, onDone, onCancel }: Props) {
  const { t } = useTranslation('totp');
  const [{ fetching }, disable] = useMutation(DisableTotpMutation);
  const submit = async (identity: Identity) => {
    const { error } = await disable(identity);
    if (!error) {
      successToast(t('switchedOff'));
      onDone();
    }
    return error;
  };
  return (
    <Stack gap="md">
      <Text>{t(factors.passkey ? 'disableTextPasskey' : 'disableText')}</Text>
      <IdentityForm
        factors={factors}
        danger
        submit={t('action.disable')}
        busy={fetching}
        onSubmit={submit}
        onCancel={onCancel}
      />
    </Stack>
  );
}
