import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AuthCard } from '#web/auth/AuthCard.tsx';
import { AddPasskey } from '#web/auth/passkeys/AddPasskey.tsx';
import { logout } from '#web/lib/session.ts';
import { canUsePasskeys } from '#web/lib/signed-in/passkey-support.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { TotpSetup } from './TotpSetup.tsx';

const none = { app: false, passkey: false };

/** The only page for a user whose role requires a second factor that isn't set up. */
export function TotpSetupPage() {
  const { t } = useTranslation('totp');
  const { refetch } = useViewer();
  const [isPasskey, setIsPasskey] = useState(false);
  const [isSetUp, setIsSetUp] = useState(false);
  const setup = { factors: none, onSetUp: () => setIsSetUp(true), onDone: refetch };
  return (
    <AuthCard title={t('required.title')}>
      {isPasskey ? (
        <AddPasskey {...setup} intro={t('required.passkeyText')} />
      ) : (
        <TotpSetup {...setup} intro={t('required.text')} />
      )}
      {/* not with the recovery codes, which appear only once */}
      {canUsePasskeys() && !isSetUp && (
        <Anchor component="button" type="button" ta="left" py={8} onClick={() => setIsPasskey(!isPasskey)}>
          {t(isPasskey ? 'required.app' : 'required.passkey')}
        </Anchor>
      )}
      <Anchor component="button" type="button" ta="left" py={8} onClick={() => void logout()}>
        {t('required.logout')}
      </Anchor>
    </AuthCard>
  );
}
