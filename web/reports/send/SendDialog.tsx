import { Alert, Button, Modal, Stack } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import type { ReportDetails, ReportMessage } from '#web/reports/queries.ts';
import { channelNames, needsRelease } from '#web/reports/release.ts';
import { useTapGuard } from '#web/reports/useTapGuard.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { ModeBanner } from '#web/ui/ModeBanner.tsx';
import { DialogFoot } from './DialogFoot.tsx';
import { isOnlyExercise, OnlyExercise } from './OnlyExercise.tsx';
import { countPeople } from './PreflightResult.tsx';
import type { Preflight } from './queries.ts';
import { ReleaseChoice } from './ReleaseChoice.tsx';
import { onlyPublishes } from './reaching.ts';
import classes from './SendDialog.module.css';
import { SendFacts } from './SendFacts.tsx';
import { SendLater } from './SendLater.tsx';
import type { LastCheck } from './useLastCheck.ts';
import { type LaunchTerms, useLaunch } from './useLaunch.ts';

type Props = {
  report: ReportDetails;
  drafts: ReportMessage[];
  /** Drafts whose text their channel refuses. */
  refusing: readonly ReportMessage[];
  preflight: Preflight;
  /** The state of the preflight figures. */
  check: LastCheck;
  /** The reviewed drafts' mark; null if unknown. */
  seen: string | null;
  /** Another user changed the drafts since. */
  isStirred: boolean;
  /** Text and recipients, line by line. */
  about: ReactNode;
  /** Called on confirmation, regardless of the outcome. */
  onYes: () => void;
  onClose: () => void;
  /** Called when other drafts would be sent. */
  onOthers: () => void;
  onSent: () => void;
};

/** Step 3: the consequences and one confirmation. */
export function SendDialog(props: Props) {
  const { report, drafts, refusing, preflight, check, seen, about, onYes, onClose, onOthers, onSent } = props;
  const { t } = useTranslation('drafts');
  const { t: common } = useTranslation();
  const [terms, setTerms] = useState<LaunchTerms>({ withoutRelease: false, sendAt: null });
  const { send, busy, lost } = useLaunch(report, onSent, onOthers);
  // the running request changes the drafts itself
  const isStirred = props.isStirred && !busy && !lost;
  const asked = useQuestion(props, terms);
  const sameKind = preflight.warnings.filter((warning) => /^warning_kind_/.test(warning));
  const isRipe = useTapGuard(`${check} ${isStirred} ${sameKind.join()}`);
  const question = isStirred ? t('dialog.stirred') : check === 'checking' ? t('dialog.checking') : asked;
  const doubt = lost ? 'lost' : check !== 'failed' ? null : seen === null ? 'unseen' : 'unchecked';
  const notice = isStirred ? 'lookAgain' : doubt;
  const unripe = isRipe ? '' : (classes['unripe'] ?? '');
  const isActivation = report.reportType.identifier === 'activation';
  const isLive = report.event.mode === 'LIVE';
  const staysInside = isLive && isOnlyExercise(drafts);
  const isHeld = preflight.warnings.includes('warning_installation_held');
  const looks = looksOf({ staysInside, isActivation, isLive, isBold: isActivation || terms.withoutRelease });
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={<span className={classes['title']}>{question}</span>}
      // closing can't stop a running request
      closeOnEscape={!busy}
      closeOnClickOutside={isRipe}
      closeButtonProps={{ 'aria-label': common('close'), disabled: busy }}
    >
      <Stack gap="lg" className={classes['body'] ?? ''}>
        <ModeBanner mode={report.event.mode} />
        <Urgency isHeld={isHeld} isAlarm={isLive && isActivation} staysInside={staysInside} />
        <SendFacts {...{ report, drafts, preflight, about, staysInside }} />
        {refusing.length > 0 && (
          <Alert color="red" icon={<Icon name="stop" />}>
            {t('send.tooLong', { names: channelNames(refusing) })}
          </Alert>
        )}
        {preflight.warnings.includes('warning_requires_release') && (
          <ReleaseChoice
            report={report}
            drafts={drafts}
            releasers={preflight.releasers}
            checked={terms.withoutRelease}
            onChange={(withoutRelease) => setTerms({ ...terms, withoutRelease })}
          />
        )}
        {!isActivation && <SendLater value={terms.sendAt} onChange={(sendAt) => setTerms({ ...terms, sendAt })} />}
        <DialogFoot notice={notice && <Notice icon={isStirred ? 'edit' : 'offline'}>{t(`dialog.${notice}`)}</Notice>}>
          <Button size="lg" variant="default" className={unripe} onClick={onClose} disabled={busy} data-autofocus>
            {common('no')}
          </Button>
          {isStirred ? (
            <Button size="lg" leftSection={<Icon name="eye" />} onClick={() => onOthers()}>
              {t('dialog.view')}
            </Button>
          ) : (
            <Button
              size="lg"
              {...looks}
              autoContrast
              loading={busy || check === 'checking'}
              className={unripe}
              onClick={() => {
                onYes();
                void send(terms, seen);
              }}
            >
              {common('yes')}
            </Button>
          )}
        </DialogFoot>
      </Stack>
    </Modal>
  );
}

type Kind = { staysInside: boolean; isActivation: boolean; isLive: boolean; isBold: boolean };

/** Returns color and icon of "Yes". */
const looksOf = ({ staysInside, isActivation, isLive, isBold }: Kind) => ({
  color: staysInside ? 'gray' : !isLive ? 'yellow.6' : isBold ? 'red' : 'blue',
  leftSection: <Icon name={staysInside ? 'exercise' : isActivation ? 'alarm' : 'send'} />,
});

/** Whether the report alarms people for real. */
function Urgency({ isHeld, isAlarm, staysInside }: { isHeld: boolean; isAlarm: boolean; staysInside: boolean }) {
  const { t } = useTranslation('drafts');
  return (
    <>
      {isHeld && (
        <Alert color="red" icon={<Icon name="stop" />}>
          {t('check.warning_installation_held')}
        </Alert>
      )}
      {isAlarm && !staysInside && !isHeld && (
        <div className={classes['live']}>
          <Icon name="alarm" /> {t('dialog.live')}
        </div>
      )}
      {staysInside && <OnlyExercise />}
    </>
  );
}

function Notice({ icon, children }: { icon: IconName; children: string }) {
  return (
    <Alert color="yellow" icon={<Icon name={icon} />} classNames={{ message: classes['notice'] ?? '' }}>
      {children}
    </Alert>
  );
}

/** Returns the question with people, time, and mode. */
function useQuestion({ report, drafts, preflight }: Props, { withoutRelease, sendAt }: LaunchTerms): string {
  const { t } = useTranslation('drafts');
  const { timeZone } = useSystem();
  const count = countPeople(preflight).now;
  if (preflight.warnings.includes('warning_requires_release') && !withoutRelease)
    return drafts.every((draft) => needsRelease(report, draft))
      ? t('dialog.requestRelease', { count })
      : t('dialog.requestPart');
  if (sendAt) return t('dialog.schedule', { count, time: formatDateTime(sendAt, timeZone) });
  if (report.event.mode === 'LIVE' && isOnlyExercise(drafts)) return t('dialog.nobody');
  if (onlyPublishes(drafts, preflight)) return t('dialog.publish');
  const kind = report.reportType.identifier === 'activation' ? 'activation' : 'communication';
  return report.event.mode === 'LIVE' ? t(`dialog.${kind}`, { count }) : t(`dialog.exercise.${kind}`, { count });
}
