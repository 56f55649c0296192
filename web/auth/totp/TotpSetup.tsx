import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { successToast } from '#web/lib/toasts.ts';
import { ConnectApp } from './ConnectApp.tsx';
import { type Identity, IdentityForm, type OwnFactors } from './IdentityForm.tsx';
import { StartTotpMutation } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';

type Props = {
  factors: OwnFactors;
  /** A text before the first step. */
  intro?: string;
  /** Called when the factor is on, after the recovery codes. */
  onSetUp?: () => void;
  onDone: () => void;
  onCancel?: () => void;
};

/** Sets up the second factor in three steps: identity, app, recovery codes. */
export function TotpSetup({ factors, intro, onSetUp, onDone, onCancel }: Props) {
  const { t } = useTranslation('totp');
  const [app, setApp] = useState<{ secret: string; uri: string }>();
  const [codes, setCodes] = useState<string[]>();
  const [{ fetching }, start] = useMutation(StartTotpMutation);
  const begin = async ({ code, ...identity }: Identity) => {
    const result = await start({ ...identity, code: code || null });
    if (result.data) setApp(result.data.startTotp);
    return result.error;
  };
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />;
  if (app)
    return (
      <ConnectApp
        {...app}
        onCancel={onCancel}
        onConfirmed={(given) => {
          setCodes(given);
          onSetUp?.();
          successToast(t('switchedOn'));
        }}
      />
    );
  return (
    <Stack gap="md">
      {intro && <Text>{intro}</Text>}
      <IdentityForm factors={factors} submit={t('next')} busy={fetching} onSubmit={begin} onCancel={onCancel} />
    </Stack>
  );
}
