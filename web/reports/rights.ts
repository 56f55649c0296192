import type { Feature } from '#shared/permissions.ts';
import { useViewer } from '#web/lib/viewer.tsx';
import { sendingFeatureOf } from '#web/messages/sending.ts';
import { useMayDelete } from '#web/messages/useMayDelete.ts';
import type { ReportDetails } from './queries.ts';

/** Returns this user's rights for an unsent report, as on the server. */
export function useDraftRights(report: ReportDetails) {
  const { can } = useViewer();
  const isActivation = report.reportType.identifier === 'activation';
  const isFollowUp = report.follows.length > 0;
  const either = (activation: Feature, other: Feature) => can(isActivation ? activation : other);
  const send = can(sendingFeatureOf(report));
  // only users who may send an alarm may prepare follow-ups
  const ofAlarm = isFollowUp && sendingFeatureOf(report) === 'send_activation_message';
  const may = (activation: Feature, other: Feature) => (!ofAlarm && either(activation, other)) || (isFollowUp && send);
  const editText = may('edit_activation_text', 'edit_report');
  const setRecipients = !isFollowUp && (can('add_message_recipients') || (!isActivation && can('send_message')));
  return {
    isActivation,
    isFollowUp,
    send,
    editText,
    setRecipients,
    setChannels: may('set_activation_channel', 'add_report_channel'),
    mayDiscard: useMayDelete(report),
    compose: send || editText || setRecipients,
  };
}
