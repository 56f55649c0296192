import { useTranslation } from 'react-i18next';
import { BoardHead } from '#web/reports/board/BoardHead.tsx';
import { Functions } from '#web/reports/board/Functions.tsx';
import { useGoals } from '#web/reports/goal/useGoals.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { AlarmMore, AlarmMoreButton } from './AlarmMore.tsx';
import classes from './ReportLive.module.css';
import { StandDownTold } from './StandDown.tsx';

type Props = {
  report: ReportDetails;
  show: string;
  onShow: (show: string) => void;
  version: number;
  onChanged: () => void;
};

/** The progress of an alarm: answer counts, functions, and actions where it goes badly. */
export function Board({ report, show, onShow, version, onChanged }: Props) {
  const { t } = useTranslation('reports');
  const { id, _id, event, answers } = report;
  const { goal, functions, unfilled, missing } = answers;
  const isOver = goal === 'over';
  const path = `/event/${event._id}/report/${_id}`;
  useGoals(event.isRunning && !isOver ? [{ id, name: event.name, path, goal, functions, unfilled, missing }] : []);
  return (
    <>
      <BoardHead report={report} show={show} onShow={onShow}>
        <AlarmMoreButton report={report} />
      </BoardHead>
      <AlarmMore report={report} onChanged={onChanged} />
      {answers.limits.length > 0 && (
        <section className={classes['functions']}>
          <h2 className={classes['label']}>{t('live.limits')}</h2>
          <Functions report={report} version={version} onChanged={onChanged} />
          <StandDownTold report={report} onChanged={onChanged} />
        </section>
      )}
    </>
  );
}
