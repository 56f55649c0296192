import { Alert, Button, Checkbox, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { launchKey, settleLaunch } from '#web/messages/launch-keys.ts';
import { goesToPeople } from '#web/messages/status.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { isOnlyExercise, OnlyExercise } from './OnlyExercise.tsx';
import { countPeople } from './PreflightResult.tsx';
import { type Preflight, type ReportDetails, type ReportMessage, SendReportMutation } from './queries.ts';
import classes from './SendDialog.module.css';

type Props = {
  report: ReportDetails;
  drafts: ReportMessage[];
  preflight: Preflight;
  onClose: () => void;
  onSent: () => void;
};

/** Step 3: says in words what will happen and asks once. */
export function SendDialog({ report, drafts, preflight, onClose, onSent }: Props) {
  const { t } = useTranslation('reports');
  const { t: common } = useTranslation();
  const [withoutRelease, setWithoutRelease] = useState(false);
  const { send, busy, lost } = useLaunch(report.id, withoutRelease, onSent);
  const isActivation = report.reportType.identifier === 'activation';
  const isLive = report.event.mode === 'LIVE';
  const kind = `${isLive ? '' : 'exercise.'}${isActivation ? 'activation' : 'communication'}`;
  const { now } = countPeople(preflight);
  const addresses = drafts.some(({ channel }) => goesToPeople(channel));
  const needsRelease = preflight.warnings.includes('warning_requires_release') && !withoutRelease;
  const question = needsRelease ? t('dialog.requestRelease', { count: now }) : t(`dialog.${kind}`, { count: now });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<span className={classes['title']}>{addresses || needsRelease ? question : t('dialog.publish')}</span>}
      closeButtonProps={{ 'aria-label': common('close') }}
      closeOnClickOutside={false}
    >
      <Stack gap="lg">
        <ModeBanner mode={report.event.mode} />
        {isLive && isActivation && !isOnlyExercise(drafts) && (
          <div className={classes['live']}>
            <Icon name="alarm" /> {t('dialog.live')}
          </div>
        )}
        {isLive && isOnlyExercise(drafts) && <OnlyExercise />}
        <Facts report={report} drafts={drafts} preflight={preflight} />
        {preflight.warnings.includes('warning_requires_release') && (
          <ReleaseChoice checked={withoutRelease} onChange={setWithoutRelease} />
        )}
        {lost && (
          <Alert color="yellow" icon={<Icon name="offline" />} classNames={{ message: classes['lost'] ?? '' }}>
            {t('dialog.lost')}
          </Alert>
        )}
        <Group justify="flex-end" gap="sm" className={classes['buttons'] ?? ''}>
          <Button size="lg" variant="default" onClick={onClose} disabled={busy} data-autofocus>
            {common('no')}
          </Button>
          <Button
            size="lg"
            color={isLive ? (isActivation ? 'red' : 'blue') : 'yellow.6'}
            autoContrast
            loading={busy}
            leftSection={<Icon name={isActivation ? 'alarm' : 'send'} />}
            onClick={() => void send()}
          >
            {common('yes')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Facts({ report, drafts, preflight }: Pick<Props, 'report' | 'drafts' | 'preflight'>) {
  const { t } = useTranslation('reports');
  const { later } = countPeople(preflight);
  return (
    <ul className={classes['facts']}>
      <li>
        <Icon name="message" size={20} /> {report.title}
      </li>
      <li>
        <Icon name="send" size={20} />{' '}
        {t('dialog.channels', { names: drafts.map(({ channel }) => channel.name).join(', ') })}
      </li>
      {later > 0 && (
        <li>
          <Icon name="pause" size={20} /> {t('dialog.later', { count: later })}
        </li>
      )}
      {preflight.unreachableCount > 0 && (
        <li>
          <Icon name="info" size={20} /> {t('dialog.unreachable', { count: preflight.unreachableCount })}
        </li>
      )}
    </ul>
  );
}

/** Says that someone else has to release it; crisis managers may go without, and that is loud. */
function ReleaseChoice({ checked, onChange }: { checked: boolean; onChange: (checked: boolean) => void }) {
  const { t } = useTranslation('reports');
  const { hasRole } = useViewer();
  return (
    <>
      {!checked && (
        <Alert color="blue" icon={<Icon name="eye" />}>
          {t('dialog.release')}
        </Alert>
      )}
      {hasRole('crisis_manager') && (
        <Checkbox
          size="md"
          color="red"
          checked={checked}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          label={t('dialog.withoutRelease')}
          description={t('dialog.withoutReleaseText')}
        />
      )}
    </>
  );
}

/** Sends with one key per intent: after a lost answer the same key is used again, so that nobody is alarmed twice. */
function useLaunch(report: string, withoutRelease: boolean, onSent: () => void) {
  const [{ fetching: busy }, launch] = useMutation(SendReportMutation);
  const [lost, setLost] = useState(false);
  const send = async () => {
    const { data, error } = await launch({ id: report, launchKey: launchKey(report), withoutRelease });
    setLost(Boolean(error?.networkError));
    if (!error?.networkError) settleLaunch(report);
    if (data) onSent();
  };
  return { send, busy, lost };
}
