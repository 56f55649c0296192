import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import board from '#web/reports/board/AnswerBoard.module.css';
import head from '#web/reports/board/BoardHead.module.css';
import { AlarmFacts } from '#web/reports/board/BoardHead.tsx';
import { Flash } from '#web/reports/board/Flash.tsx';
import { isWithheld } from '#web/reports/board/withheld.ts';
import type { ReportDetails } from '#web/reports/queries.ts';

const cells = [
  { name: 'needsHelp', show: 'needs_help', kind: 'negative' },
  { name: 'notHeard', show: 'not_heard', kind: 'open' },
  { name: 'safe', show: 'safe', kind: 'positive' },
] as const;

const cellsOf = ({ answers }: ReportDetails) => (isWithheld(answers) ? [] : cells);

type Props = { report: ReportDetails; show: string; onShow: (show: string) => void; children?: ReactNode };

export function RollCallHead({ report, show, onShow, children }: Props) {
  const { t } = useTranslation(['rollCall', 'reports']);
  const { rollCall } = report.answers;
  if (!rollCall) return null;
  return (
    <>
      <section className={head['head']} aria-label={t('label')}>
        <fieldset className={board['board']}>
          <legend className={board['legend']}>{t('label')}</legend>
          {isWithheld(report.answers) && <span className={board['word']}>{t('reports:board.withheld')}</span>}
          {cellsOf(report).map(({ name, show: value, kind }) => (
            <UnstyledButton
              key={name}
              className={board['cell']}
              data-kind={kind}
              aria-pressed={show === value}
              onClick={() => onShow(show === value ? 'all' : value)}
            >
              <span className={board['number']}>
                <Flash value={formatNumber(rollCall[name])} />
              </span>{' '}
              <span className={board['word']}>{t(`cell.${name}`, { count: rollCall[name] })}</span>
            </UnstyledButton>
          ))}
        </fieldset>
        <div className={head['more']}>
          <span className={head['fact']}>
            {!isWithheld(report.answers) && t('of', { count: rollCall.people })}
            {rollCall.notReached > 0 && ` · ${t('notReached', { count: rollCall.notReached })}`}
          </span>
        </div>
        <div className={head['action']}>{children}</div>
      </section>
      <AlarmFacts report={report} />
    </>
  );
}
