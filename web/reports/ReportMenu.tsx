import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { FollowUpButtons } from '#web/messages/FollowUpButtons.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PrintButton } from '#web/ui/PrintButton.tsx';
import { CopyReportMutation, CreateActivationMutation, type ReportDetails } from './queries.ts';

/** What can be made of a report that was sent: its correction, the all-clear, an alarm out of it, a copy. */
export function ReportMenu({ report }: { report: ReportDetails }) {
  const { t } = useTranslation('reports');
  const { can } = useViewer();
  const { copy, alarm, busy } = useMade(report);
  const isActivation = report.reportType.identifier === 'activation';
  const mayAlarm = !isActivation && report.reportType.identifier !== 'all_clear' && can('create_activation');
  const mayCopy = can(isActivation ? 'create_activation' : 'create_report');
  const { isRunning, eventStatus } = report.event;
  return (
    <>
      {mayAlarm && isRunning && (
        <Button color="red" variant="outline" leftSection={<Icon name="alarm" />} loading={busy} onClick={alarm}>
          {t('made.alarm')}
        </Button>
      )}
      <FollowUpButtons report={report} />
      {mayCopy && eventStatus.identifier !== 'archived' && (
        <Button variant="default" leftSection={<Icon name="copy" />} loading={busy} onClick={copy}>
          {t('made.copy')}
        </Button>
      )}
      <PrintButton />
    </>
  );
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
