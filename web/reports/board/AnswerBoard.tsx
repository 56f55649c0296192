import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import classes from './AnswerBoard.module.css';
import { Flash } from './Flash.tsx';
import { isWithheld } from './withheld.ts';

type Board = ReportDetails['answers'];
type Name = 'positive' | 'negative' | 'neutral' | 'none' | 'late';

const cells: { name: Name; show: string }[] = [
  { name: 'positive', show: 'coming' },
  { name: 'negative', show: 'declined' },
  { name: 'neutral', show: 'unclear' },
  { name: 'none', show: 'unanswered' },
  { name: 'late', show: 'late' },
];

// shown only if there are any
const seldom = new Set<Name>(['neutral', 'late']);

type Props = { board: Board; show: string; onShow: (show: string) => void };

/** Functions and answer counts, which filter the list. */
export function AnswerBoard({ board, show, onShow }: Props) {
  const { t } = useTranslation('reports');
  const { functions, filled } = board;
  if (isWithheld(board)) return <p className={classes['word']}>{t('board.withheld')}</p>;
  return (
    <fieldset className={classes['board']}>
      <legend className={classes['legend']}>{t('board.label')}</legend>
      {functions > 0 && (
        <span className={classes['cell']} data-kind={filled === functions ? 'positive' : 'open'}>
          <span className={classes['number']}>
            <Flash value={`${formatNumber(filled)}/${formatNumber(functions)}`} />
          </span>{' '}
          <span className={classes['word']}>{t('board.filled')}</span>
        </span>
      )}
      {cells
        .filter(({ name, show: value }) => !seldom.has(name) || board[name] > 0 || show === value)
        .map(({ name, show: value }) => (
          <UnstyledButton
            key={name}
            className={classes['cell']}
            data-kind={name}
            aria-pressed={show === value}
            onClick={() => onShow(show === value ? 'all' : value)}
          >
            <span className={classes['number']}>
              <Flash value={formatNumber(board[name])} />
            </span>{' '}
            <span className={classes['word']}>{t(`board.${name}`, { count: board[name] })}</span>
          </UnstyledButton>
        ))}
    </fieldset>
  );
}
