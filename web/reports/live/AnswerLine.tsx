import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { isWithheld } from '#web/reports/board/withheld.ts';
import type { ReportRow } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { lazyWithFallback } from '#web/ui/lazy-with-fallback.tsx';
import { PartNotLoaded } from '#web/ui/loading/PartNotLoaded.tsx';
import classes from './AnswerLine.module.css';

const loadRollCall = async () => (await import('#web/reports/roll-call/RollCallLine.tsx')).RollCallLine;
const RollCallLine = lazyWithFallback(loadRollCall, PartNotLoaded);

/** Older offline copies lack fields. */
type Board = Omit<ReportRow['answers'], 'rollCall' | 'isWithheld'> & {
  rollCall?: ReportRow['answers']['rollCall'];
  isWithheld?: boolean;
};

export function AnswerLine({ board }: { board: Board }) {
  const { t } = useTranslation('reports');
  const functions = board.functions > 0 && (
    <li data-kind={board.filled === board.functions ? 'positive' : undefined} className={classes['functions']}>
      <Icon name="group" size={20} /> {t('line.functions', { filled: board.filled, count: board.functions })}
    </li>
  );
  const stranded = board.goal !== 'over' && board.stranded > 0 && (
    <li data-kind="stranded">
      <Icon name="event" size={20} /> {t('stranded', { count: board.stranded })}
    </li>
  );
  if (isWithheld(board))
    return (
      <>
        <p>{t('board.withheld')}</p>
        {(functions || stranded) && (
          <ul className={classes['line']} aria-label={t('board.label')}>
            {functions}
            {stranded}
          </ul>
        )}
      </>
    );
  if (board.rollCall)
    return (
      <Suspense fallback={null}>
        <RollCallLine rollCall={board.rollCall} />
      </Suspense>
    );
  return (
    <ul className={classes['line']} aria-label={t('board.label')}>
      {functions}
      <li data-kind={board.positive > 0 ? 'positive' : undefined}>
        <Icon name="checkCircle" size={20} /> {t('line.positive', { count: board.positive })}
      </li>
      <li data-kind={board.negative > 0 ? 'negative' : undefined}>
        <Icon name="crossCircle" size={20} /> {t('line.negative', { count: board.negative })}
      </li>
      {board.neutral > 0 && (
        <li data-kind="neutral">
          <Icon name="question" size={20} /> {t('line.neutral', { count: board.neutral })}
        </li>
      )}
      <li>
        <Icon name="clock" size={20} /> {t('line.none', { count: board.none })}
      </li>
      {stranded}
    </ul>
  );
}
