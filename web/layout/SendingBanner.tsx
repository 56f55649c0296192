import { Alert, Button, Text } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkConnection, useSending, watchCondition } from '#web/lib/connection.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { later } from '#web/ui/later.tsx';
import classes from './SendingBanner.module.css';

const HoldDialog = later(
  async () => (await import('#web/administration/installation/HoldDialog.tsx')).HoldDialog,
  () => null,
);

/** Says on every page that nothing is sent, and why; goes by itself. Who may decide about a copy does so here. */
export function SendingBanner() {
  const { t } = useTranslation('layout');
  const { hasRole } = useViewer();
  const sending = useSending();
  const [deciding, setDeciding] = useState(false);
  useEffect(watchCondition, []);
  useSystemLive(() => void checkConnection());
  if (sending !== 'held') return null;
  return (
    <Alert
      color="red"
      icon={<Icon name="stop" />}
      title={t('sending.held.title')}
      classNames={{ root: classes['banner'] ?? '', message: classes['text'] ?? '' }}
      role="alert"
    >
      <Text inherit>{t('sending.held.text')}</Text>
      {hasRole('system_owner') ? (
        <Button color="red" mt="sm" onClick={() => setDeciding(true)}>
          {t('sending.held.decide')}
        </Button>
      ) : (
        <Text inherit>{t('sending.held.who')}</Text>
      )}
      {deciding && (
        <Suspense>
          <HoldDialog onClose={() => setDeciding(false)} />
        </Suspense>
      )}
    </Alert>
  );
}
