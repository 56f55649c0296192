import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router';
import { ConnectionBanner } from '#web/layout/ConnectionBanner.tsx';
import { useSystem } from '#web/lib/system.tsx';
import { OutboxBar } from '#web/offline/OutboxBar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Logo } from '#web/ui/Logo.tsx';
import classes from './OfflineLayout.module.css';
import { useSignOut } from './useSignOut.ts';

/** The frame of the offline page, without a menu. */
export function OfflineLayout() {
  const { t } = useTranslation('layout');
  const { systemName, organisationName } = useSystem();
  const signOut = useSignOut({ isAway: true });
  return (
    <div className={classes['shell']}>
      <ConnectionBanner />
      <header className={classes['head']}>
        <Logo size={40} />
        <div className={classes['names']}>
          <strong>{systemName}</strong>
          {organisationName && <span>{organisationName}</span>}
        </div>
      </header>
      <main>
        <OutboxBar />
        <Outlet />
      </main>
      <footer className={classes['foot']}>
        <Button variant="default" leftSection={<Icon name="logout" size={20} />} onClick={() => void signOut()}>
          {t('user.logout')}
        </Button>
      </footer>
    </div>
  );
}
