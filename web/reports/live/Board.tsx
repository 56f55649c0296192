import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AlertsSwitch } from '#web/reports/goal/AlertsSwitch.tsx';
import { useGoals } from '#web/reports/goal/useGoals.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { StandDownSwitch } from '#web/reports/StandDownSwitch.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { AlarmMore, AlarmMoreButton } from './AlarmMore.tsx';
import { AnswerBoard } from './AnswerBoard.tsx';
import { BoardHead } from './BoardHead.tsx';
import { Functions } from './Functions.tsx';
import { StandDownTold } from './StandDown.tsx';
import { StopAsking } from './StopAsking.tsx';

type Props = {
  report: ReportDetails;
  show: string;
  onShow: (show: string) => void;
  version: number;
  onChanged: () => void;
};

/** How an alarm goes: its goal, its functions, its answers as numbers; and what can be done where it does not go well. */
export function Board({ report, show, onShow, version, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { id, _id, event, answers } = report;
  const { goal, functions, unfilled, missing } = answers;
  const isOver = goal === 'over';
  const path = `/event/${event._id}/report/${_id}`;
  useGoals(event.isRunning && !isOver ? [{ id, name: event.name, path, goal, functions, unfilled, missing }] : []);
  return (
    <>
      <BoardHead report={report}>
        <AlarmMoreButton report={report} />
      </BoardHead>
      <AlarmMore report={report} onChanged={onChanged} />
      {answers.limits.length > 0 && (
        <Panel title={t('live.limits')}>
          <Stack gap="lg">
            <Functions report={report} version={version} onChanged={onChanged} />
            <StopAsking report={report} onChanged={onChanged} />
            <StandDownTold report={report} onChanged={onChanged} />
            {!isOver && <StandDownSwitch report={report} onChanged={onChanged} />}
          </Stack>
        </Panel>
      )}
      {event.isRunning && !isOver && <AlertsSwitch />}
      <AnswerBoard board={answers} show={show} onShow={onShow} />
    </>
  );
}
