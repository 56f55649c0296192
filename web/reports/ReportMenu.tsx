import { ActionIcon, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { stateOf } from '#web/events/state.ts';
import { downloadFile } from '#web/lib/download.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { launchOnce } from '#web/messages/launch-keys.ts';
import { sendingFeatureOf } from '#web/messages/sending.ts';
import { useFollowUps } from '#web/messages/useFollowUps.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { MenuButton } from '#web/ui/menu/MenuButton.tsx';
import { usePrint } from '#web/ui/print/Paper.tsx';
import { useBoardSettings } from './board/useBoardSettings.ts';
import { useStopAsking } from './board/useStopAsking.ts';
import { CopyReportMutation, CreateActivationMutation, type ReportDetails } from './queries.ts';
import classes from './ReportMenu.module.css';

type Action = {
  label: string;
  icon: IconName;
  run: () => void;
  busy?: boolean;
  isAlarm?: boolean;
  /** Whether a setting is on. */
  isOn?: boolean;
};

type Props = { report: ReportDetails; onChanged: () => void };

// the most likely actions
const SHOWN = 3;

/** The actions for a sent report, the most likely ones as buttons. On a phone all are in the menu. */
export function ReportMenu({ report, onChanged }: Props) {
  const actions = useActions(report, onChanged);
  const settings = useBoardSettings(report, onChanged);
  const shown = actions.slice(0, SHOWN);
  const rest = [...actions.slice(SHOWN), ...settings];
  return (
    <>
      {shown.map(({ label, icon, run, busy = false, isAlarm = false }) => (
        <Button
          key={label}
          className={classes['button'] ?? ''}
          variant={isAlarm ? 'outline' : 'default'}
          {...(isAlarm ? { color: 'red' } : {})}
          leftSection={<Icon name={icon} />}
          loading={busy}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <More actions={[...shown, ...rest]} className={classes['menu']} />
      {rest.length > 0 && <More actions={rest} className={classes['rest']} />}
    </>
  );
}

function More({ actions, className = '' }: { actions: Action[]; className: string | undefined }) {
  const { t } = useTranslation('reports');
  return (
    <MenuButton
      width={300}
      items={actions.map(({ label, icon, run, busy = false, isOn }) => ({
        id: label,
        label,
        icon,
        onClick: run,
        disabled: busy,
        ...(isOn !== undefined && { isOn }),
      }))}
    >
      {(part) => (
        <ActionIcon
          variant="default"
          size={42}
          aria-label={t('made.actions')}
          className={className}
          data-alone
          {...part}
        >
          <Icon name="more" />
        </ActionIcon>
      )}
    </MenuButton>
  );
}

/** Returns the actions on a report. */
function useActions(report: ReportDetails, onChanged: () => void): Action[] {
  const { t } = useTranslation('reports');
  const { t: messages } = useTranslation('messages');
  const { t: common } = useTranslation();
  const { can } = useViewer();
  const navigate = useNavigate();
  const { copy, alarm, busy } = useMade(report);
  const paper = usePrint();
  const follow = useFollowUps(report);
  const asking = useStopAsking(report, onChanged);
  const isActivation = report.reportType.identifier === 'activation';
  const mayAlarm = !isActivation && report.reportType.identifier !== 'all_clear' && can('create_activation');
  const mayWrite = can('create_communication') && stateOf(report.event) !== 'archived';
  const create = isActivation ? 'create_activation' : 'create_report';
  const mayCopy = can(report.follows.length > 0 ? sendingFeatureOf(report) : create);
  const { isRunning, eventStatus } = report.event;
  const save = () =>
    downloadFile(`/api/v2/reports/${report._id}/results.xlsx`, t('made.resultsFile', { number: report._id }));
  const actions: (Action | false | null)[] = [
    mayAlarm && isRunning && { label: t('made.alarm'), icon: 'alarm', run: alarm, busy, isAlarm: true },
    follow.messageAll && {
      label: messages('followUp.messageAll'),
      icon: 'message',
      run: follow.messageAll,
      busy: follow.busy,
    },
    follow.correct && { label: messages('followUp.correct'), icon: 'edit', run: follow.correct, busy: follow.busy },
    follow.giveAllClear && {
      label: messages('followUp.allClear'),
      icon: 'checkCircle',
      run: follow.giveAllClear,
      busy: follow.busy,
    },
    asking && { label: t('stopAsking.open'), icon: 'stop', run: asking.stop, busy: asking.busy },
    mayWrite && {
      label: t('made.another'),
      icon: 'message',
      run: () => void navigate(`/communication?event=${report.event._id}&mode=${report.event.mode}`),
    },
    mayCopy && eventStatus.identifier !== 'archived' && { label: t('made.copy'), icon: 'copy', run: copy, busy },
    { label: t('made.results'), icon: 'download', run: () => void save() },
    { label: common('print.open'), icon: 'print', run: paper.start, busy: paper.isBusy },
  ];
  return actions.filter((action) => !!action);
}

/** Creates another report from this one and opens it. */
function useMade(report: ReportDetails) {
  const navigate = useNavigate();
  const [copying, copy] = useMutation(CopyReportMutation);
  const [alarming, activate] = useMutation(CreateActivationMutation);
  const open = (made: { _id: number; event: { _id: number } } | undefined) =>
    made && navigate(`/event/${made.event._id}/report/${made._id}`);
  const { activationEventType, eventType } = report.event;
  const kind = (activationEventType ?? eventType)?.id;
  const askKind = () =>
    navigate(`/activation?event=${report.event._id}&mode=${report.event.mode}&report=${report._id}`);
  const alarm = async () => {
    if (!kind) return askKind();
    const input = { event: report.event.id, eventType: kind, report: report.id };
    const { data } = await launchOnce(`start:${JSON.stringify(input)}`, (key) => activate({ input, key }));
    return open(data?.createActivation);
  };
  return {
    copy: () => void copy({ id: report.id }).then(({ data }) => open(data?.copyReport)),
    alarm: () => void alarm(),
    busy: copying.fetching || alarming.fetching,
  };
}
