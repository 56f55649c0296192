import { Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AuthCard } from '#web/auth/AuthCard.tsx';
import { logout } from '#web/lib/session.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { TotpSetup } from './TotpSetup.tsx';

/** The only page for a user whose role requires a second factor that isn't set up. */
export function TotpSetupPage() {
  const { t } = useTranslation('totp');
  const { refetch } = useViewer();
  return (
    <AuthCard title={t('required.title')}>
      <TotpSetup isOn={false} intro={t('required.text')} onDone={refetch} />
      <Anchor component="button" type="button" ta="left" py={8} onClick={() => void logout()}>
        {t('required.logout')}
      </Anchor>
    </AuthCard>
  );
}
