import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useMutation } from 'urql';
import { useViewer } from '#web/lib/viewer.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { CreateFollowUpMutation, type Followable } from './queries.ts';

type Kind = 'CORRECTION' | 'ALL_CLEAR';

/** Leads to the draft of what follows a report that is out: to those who got it, ready to be looked over. */
export function FollowUpButtons({ report }: { report: Followable }) {
  const { t } = useTranslation('messages');
  const { can } = useViewer();
  const navigate = useNavigate();
  const [{ fetching }, create] = useMutation(CreateFollowUpMutation);
  const { identifier: type } = report.reportType;
  const { isRunning, eventStatus } = report.event;
  const isFinished = !isRunning && eventStatus.identifier === 'published';
  const isOver = report.followUps.some(({ isOut, reportType }) => isOut && reportType.identifier === 'all_clear');
  const open = async (kind: Kind) => {
    if (fetching) return;
    const { data } = await create({ report: report.id, kind });
    if (data) await navigate(`/event/${data.createFollowUp.event._id}/report/${data.createFollowUp._id}`);
  };
  if (!report.isOut) return null;
  return (
    <>
      {isRunning && can(type === 'activation' ? 'send_activation_message' : 'send_message') && (
        <Button
          variant="default"
          leftSection={<Icon name="edit" />}
          loading={fetching}
          onClick={() => void open('CORRECTION')}
        >
          {t('followUp.correct')}
        </Button>
      )}
      {(isRunning || isFinished) && type !== 'all_clear' && !isOver && can('send_message') && (
        <Button
          variant="default"
          leftSection={<Icon name="checkCircle" />}
          loading={fetching}
          onClick={() => void open('ALL_CLEAR')}
        >
          {t('followUp.allClear')}
        </Button>
      )}
    </>
  );
}
