import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { type Identity, IdentityForm, type OwnFactors } from './IdentityForm.tsx';
import { RenewRecoveryCodesMutation } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = { factors: OwnFactors; onDone: () => void; onCancel: () => void };

/** Replaces the recovery codes and shows the new ones. */
export function NewRecoveryCodes({ factors, onDone, onCancel }: Props) {
  const { t } = useTranslation('totp');
  const [codes, setCodes] = useState<string[]>();
  const [{ fetching }, renew] = useMutation(RenewRecoveryCodesMutation);
  const submit = async (identity: Identity) => {
    const result = await renew(identity);
    if (result.data) setCodes(result.data.renewRecoveryCodes);
    return result.error;
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  return (
    <Stack gap="md">
      <Text>{t('renewText')}</Text>
      <IdentityForm factors={factors} submit={t('renewSubmit')} busy={fetching} onSubmit={submit} onCancel={onCancel} />
    </Stack>
  );
}
