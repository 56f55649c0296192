import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useInterval } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import classes from '#web/administration/administration.module.css';
import { serverNow } from '#web/lib/clock.ts';
import { useData } from '#web/lib/data.ts';
import { successToast } from '#web/lib/toasts.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { DateTime } from '#web/ui/DateTime.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Page } from '#web/ui/Page.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { EmptyState, QueryView } from '#web/ui/states.tsx';
import { BackupItem } from './BackupItem.tsx';
import { BackupSettingsDialog } from './BackupSettingsDialog.tsx';
import { faultKey, isBusy, isProofOld } from './backup-state.ts';
import { type BackupRow, type BackupSettingsRow, BackupsQuery, StartBackupMutation } from './queries.ts';

const ASK_EVERY = 1500;

/** Backups of the whole installation: their state, the files, and the settings. Owners make, prove and download them. */
export function BackupsPage() {
  const { t } = useTranslation(['backups', 'administration']);
  const { hasRole } = useViewer();
  const isOwner = hasRole('system_owner');
  const [isEditing, setEditing] = useState(false);
  const state = useData(BackupsQuery, {});
  const busy = state.data?.backups.some(isBusy) ?? false;
  const { start, stop } = useInterval(state.refetch, ASK_EVERY);
  useEffect(() => {
    if (busy) start();
    return stop;
  }, [busy, start, stop]);
  return (
    <Page title={t('title')} breadcrumb={[{ label: t('administration:title'), to: '/administration' }]}>
      <QueryView state={state}>
        {({ backupSettings, backups, backupProvedAt }) => (
          <Stack gap="lg">
            <StatePanel
              settings={backupSettings}
              newest={backups[0]}
              provedAt={backupProvedAt}
              busy={busy}
              isOwner={isOwner}
              onEdit={() => setEditing(true)}
              onStarted={state.refetch}
            />
            <Panel title={t('list.title')}>
              {backups.length === 0 ? (
                <EmptyState icon="archive" title={t('list.none')} text={t('list.noneText')} />
              ) : (
                <ul className={classes['entries']}>
                  {backups.map((row) => (
                    <BackupItem key={row.id} row={row} isOwner={isOwner} busy={busy} onChange={state.refetch} />
                  ))}
                </ul>
              )}
            </Panel>
            {isEditing && (
              <BackupSettingsDialog
                settings={backupSettings}
                onClose={() => setEditing(false)}
                onSaved={() => {
                  setEditing(false);
                  state.refetch();
                }}
              />
            )}
          </Stack>
        )}
      </QueryView>
    </Page>
  );
}

type StateProps = {
  settings: BackupSettingsRow;
  newest: BackupRow | undefined;
  provedAt: string | null;
  busy: boolean;
  isOwner: boolean;
  onEdit: () => void;
  onStarted: () => void;
};

function StatePanel({ settings, newest, provedAt, busy, isOwner, onEdit, onStarted }: StateProps) {
  const { t } = useTranslation('backups');
  const [{ fetching }, start] = useMutation(StartBackupMutation);
  const isReady = settings.folder !== '' && (settings.hasPassphrase || settings.recipient !== null);
  const backUp = async () => {
    const { error } = await start({});
    if (!error) successToast(t('started'));
    onStarted();
  };
  const fault = newest?.status === 'failed' ? newest.error : newest?.proof === 'failed' ? newest.proofError : null;
  const isOld = isProofOld(provedAt, serverNow());
  const actions = isOwner && (
    <>
      <Button variant="default" leftSection={<Icon name="settings" />} onClick={onEdit}>
        {t('settings.open')}
      </Button>
      <Button
        leftSection={<Icon name="archive" />}
        loading={fetching}
        disabled={!isReady || busy}
        onClick={() => void backUp()}
      >
        {t('start')}
      </Button>
    </>
  );
  return (
    <Panel title={t('state.title')} actions={actions}>
      <Stack gap="sm">
        <Text maw={720}>{t('intro')}</Text>
        {fault !== null && newest && (
          <Alert color="red" title={t(newest.status === 'failed' ? 'state.failed' : 'state.notProved')}>
            {t(`fault.${faultKey(fault)}`, { folder: newest.folder ?? settings.folder })}
          </Alert>
        )}
        <Group gap="xs" wrap="nowrap" align="flex-start" {...(isOld ? { c: 'red.8' } : {})}>
          <Icon name={isOld ? 'event' : 'checkCircle'} size={20} />
          <Text fw={600}>
            {t('state.proved')}{' '}
            {provedAt ? (
              <>
                <DateTime value={provedAt} /> (<DateTime value={provedAt} show="relative" />)
              </>
            ) : (
              t('state.never')
            )}
          </Text>
        </Group>
        <Text>
          {settings.isActive
            ? t('state.schedule', {
                time: settings.startAt,
                folder: settings.folder,
                days: settings.keepDaily,
                weeks: settings.keepWeekly,
                months: settings.keepMonthly,
              })
            : t('state.off')}
        </Text>
        {!isOwner && <Text c="gray.7">{t('onlyOwners')}</Text>}
      </Stack>
    </Panel>
  );
}
