import { UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import classes from './AnswerBoard.module.css';

type Board = Pick<ReportDetails['answers'], 'positive' | 'negative' | 'neutral' | 'none' | 'late'>;

const tiles: { name: keyof Board; show: string; icon: IconName }[] = [
  { name: 'positive', show: 'coming', icon: 'checkCircle' },
  { name: 'negative', show: 'declined', icon: 'crossCircle' },
  { name: 'neutral', show: 'unclear', icon: 'question' },
  { name: 'none', show: 'unanswered', icon: 'clock' },
  { name: 'late', show: 'late', icon: 'log' },
];

type Props = { board: Board; show: string; onShow: (show: string) => void };

/** How many are coming, how many are not: large numbers that narrow the list of people when they are chosen. */
export function AnswerBoard({ board, show, onShow }: Props) {
  const { t } = useTranslation('reports');
  const shown = tiles.filter(({ name }) => name !== 'late' || board.late > 0);
  return (
    <fieldset className={classes['board']}>
      <legend className={classes['legend']}>{t('board.label')}</legend>
      {shown.map(({ name, show: value, icon }) => (
        <UnstyledButton
          key={name}
          className={classes['tile']}
          data-kind={name}
          aria-pressed={show === value}
          onClick={() => onShow(show === value ? 'all' : value)}
        >
          <span className={classes['number']}>{formatNumber(board[name])}</span>
          <span className={classes['word']}>
            <Icon name={icon} size={20} /> {t(`board.${name}`)}
          </span>
        </UnstyledButton>
      ))}
    </fieldset>
  );
}
