import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { CreateFollowUpMutation, type Followable } from './queries.ts';
import { sendingFeatureOf } from './sending.ts';

/** Returns the possible follow-ups of a sent report. */
export function useFollowUps(report: Followable) {
  const { can } = useViewer();
  const navigate = useNavigate();
  const [{ fetching: busy }, create] = useMutation(CreateFollowUpMutation);
  const { identifier: type } = report.reportType;
  const { isRunning, eventStatus } = report.event;
  const isFinished = !isRunning && eventStatus.identifier === 'published';
  const isOver = report.followUps.some(({ isOut, reportType }) => isOut && reportType.identifier === 'all_clear');
  const open = async (kind: 'CORRECTION' | 'ALL_CLEAR' | 'TO_ALL') => {
    if (busy) return;
    const { data } = await create({ report: report.id, kind });
    if (data) await navigate(`/event/${data.createFollowUp.event._id}/report/${data.createFollowUp._id}`);
  };
  const mayCorrect = report.isOut && isRunning && !report.allClearAt && can(sendingFeatureOf(report));
  const mayClear =
    report.isOut &&
    (isRunning || isFinished) &&
    type !== 'all_clear' &&
    !isOver &&
    !report.allClearAt &&
    can('send_message');
  return {
    correct: mayCorrect ? () => void open('CORRECTION') : null,
    messageAll: mayCorrect && type === 'activation' ? () => void open('TO_ALL') : null,
    giveAllClear: mayClear ? () => void open('ALL_CLEAR') : null,
    busy,
  };
}
