import { Alert, Button, Text } from '@mantine/core';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkConnection, useReplaced, useSending, useServerStatus, watchCondition } from '#web/lib/connection.ts';
import { formatTime } from '#web/lib/format.ts';
import { useSystemLive } from '#web/lib/system.tsx';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { NotLoaded } from '#web/ui/loading/NotLoaded.tsx';
import classes from './SendingBanner.module.css';

const HoldDialog = lazyWithFallback(
  async () => (await import('#web/administration/installation/HoldDialog.tsx')).HoldDialog,
  NotLoaded,
);

const known = new Set(['held', 'nobody', 'late', 'failing']);
const reasons = new Set(['database', 'disk', 'release', 'listening', 'nobody', 'late', 'failing']);

/** Reports that sending or receiving fails. Administrators see the reason; authorized users can release a copy here. */
export function SendingBanner() {
  const { t } = useTranslation('layout');
  const { can } = useViewer();
  const sending = useSending();
  const status = useServerStatus();
  useEffect(watchCondition, []);
  useSystemLive(() => void checkConnection());
  const stands = status !== 'ok' && reasons.has(status);
  if (!stands && !known.has(sending)) return <ReplacedProcess />;
  const what = !stands ? sending : status === 'listening' ? 'listening' : 'nothing';
  const why = stands ? status : sending;
  return (
    <Alert
      color={what === 'listening' ? 'yellow' : 'red'}
      icon={<Icon name="stop" />}
      title={t(`trouble.${what}.title`)}
      classNames={{ root: classes['banner'] ?? '', message: classes['text'] ?? '' }}
      role="alert"
    >
      <Text inherit>{t(`trouble.${what}.text`)}</Text>
      {can('show_admin_menu') && reasons.has(why) && <Text inherit>{t(`trouble.why.${why}`)}</Text>}
      {what === 'held' && <Decision />}
    </Alert>
  );
}

/** Informs administrators for an hour that a server process that hung was replaced. */
function ReplacedProcess() {
  const { t } = useTranslation('layout');
  const { can } = useViewer();
  const replaced = useReplaced();
  if (!replaced || !can('show_admin_menu')) return null;
  return (
    <Alert
      color="yellow"
      icon={<Icon name="refresh" />}
      title={t('trouble.replaced.title')}
      classNames={{ root: classes['banner'] ?? '', message: classes['text'] ?? '' }}
      role="status"
    >
      {t('trouble.replaced.text', { process: replaced.process, time: formatTime(replaced.at) })}
    </Alert>
  );
}

function Decision() {
  const { t } = useTranslation('layout');
  const { hasRole } = useViewer();
  const [deciding, setDeciding] = useState(false);
  if (!hasRole('system_owner')) return <Text inherit>{t('trouble.held.who')}</Text>;
  return (
    <>
      <Button color="red" mt="sm" onClick={() => setDeciding(true)}>
        {t('trouble.held.decide')}
      </Button>
      {deciding && (
        <Suspense>
          <HoldDialog onClose={() => setDeciding(false)} />
        </Suspense>
      )}
    </>
  );
}
