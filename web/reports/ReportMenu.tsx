import { ActionIcon, Button, Menu } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { useFollowUps } from '#web/messages/useFollowUps.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { CopyReportMutation, CreateActivationMutation, type ReportDetails } from './queries.ts';
import classes from './ReportMenu.module.css';

type Action = { label: string; icon: IconName; run: () => void; busy?: boolean; isAlarm?: boolean };

/** What can be made of a report that was sent, each a button; on a telephone a menu, so that how it goes stands on top. */
export function ReportMenu({ report }: { report: ReportDetails }) {
  const { t } = useTranslation('reports');
  const actions = useActions(report);
  return (
    <>
      {actions.map(({ label, icon, run, busy = false, isAlarm = false }) => (
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
      <Menu position="bottom-end" width={260} withinPortal>
        <Menu.Target>
          <ActionIcon variant="default" size={42} aria-label={t('made.actions')} className={classes['menu'] ?? ''}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {actions.map(({ label, icon, run, busy = false }) => (
            <Menu.Item key={label} mih={44} leftSection={<Icon name={icon} size={20} />} disabled={busy} onClick={run}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}

/** Its correction, the all-clear, an alarm out of it, a copy; and the page on paper. */
function useActions(report: ReportDetails): Action[] {
  const { t } = useTranslation('reports');
  const { t: messages } = useTranslation('messages');
  const { t: common } = useTranslation();
  const { can } = useViewer();
  const { copy, alarm, busy } = useMade(report);
  const follow = useFollowUps(report);
  const isActivation = report.reportType.identifier === 'activation';
  const mayAlarm = !isActivation && report.reportType.identifier !== 'all_clear' && can('create_activation');
  const mayCopy = can(isActivation ? 'create_activation' : 'create_report');
  const { isRunning, eventStatus } = report.event;
  const actions: (Action | false | null)[] = [
    mayAlarm && isRunning && { label: t('made.alarm'), icon: 'alarm', run: alarm, busy, isAlarm: true },
    follow.correct && { label: messages('followUp.correct'), icon: 'edit', run: follow.correct, busy: follow.busy },
    follow.giveAllClear && {
      label: messages('followUp.allClear'),
      icon: 'checkCircle',
      run: follow.giveAllClear,
      busy: follow.busy,
    },
    mayCopy && eventStatus.identifier !== 'archived' && { label: t('made.copy'), icon: 'copy', run: copy, busy },
    { label: common('print.open'), icon: 'print', run: () => print() },
  ];
  return actions.filter((action) => !!action);
}

/** Makes another report of this one and leads to its draft. */
function useMade(report: ReportDetails) {
  const navigate = useNavigate();
  const [copying, copy] = useMutation(CopyReportMutation);
  const [alarming, activate] = useMutation(CreateActivationMutation);
  const open = (made: { _id: number; event: { _id: number } } | undefined) =>
    made && navigate(`/event/${made.event._id}/report/${made._id}`);
  const { activationEventType, eventType } = report.event;
  const kind = (activationEventType ?? eventType)?.id;
  const askKind = () => navigate(`/activation?event=${report.event._id}&report=${report._id}`);
  const alarm = async () => {
    if (!kind) return askKind();
    const { data } = await activate({ input: { event: report.event.id, eventType: kind, report: report.id } });
    return open(data?.createActivation);
  };
  return {
    copy: () => void copy({ id: report.id }).then(({ data }) => open(data?.copyReport)),
    alarm: () => void alarm(),
    busy: copying.fetching || alarming.fetching,
  };
}
