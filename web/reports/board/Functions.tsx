import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Folded } from '#web/reports/Folded.tsx';
import { AlarmMoreButton } from '#web/reports/live/AlarmMore.tsx';
import { PeopleList } from '#web/reports/live/PeopleList.tsx';
import type { ReportDetails } from '#web/reports/queries.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { IconName } from '#web/ui/icons.ts';
import { useFetchedForPaper } from '#web/ui/print/Paper.tsx';
import { Flash } from './Flash.tsx';
import classes from './Functions.module.css';

type Limit = ReportDetails['answers']['limits'][number];
type Props = { report: ReportDetails; version: number; onChanged: () => void };

const icons: Record<Limit['state'] | 'over', IconName> = {
  over: 'info',
  filled: 'checkCircle',
  waiting: 'clock',
  exhausted: 'event',
  stopped: 'event',
};
const urgency: Record<Limit['state'], number> = { exhausted: 0, stopped: 0, waiting: 1, filled: 2 };

export function Functions(props: Props) {
  const { t } = useTranslation('reports');
  const { limits } = props.report.answers;
  const open = limits.filter(({ state }) => state !== 'filled').toSorted((a, b) => urgency[a.state] - urgency[b.state]);
  const filled = limits.filter(({ state }) => state === 'filled');
  const lines = (some: readonly Limit[]) => (
    <ul className={classes['functions']}>
      {some.map((limit) => (
        <Line key={limit.group.id} limit={limit} {...props} />
      ))}
    </ul>
  );
  return (
    <div className={classes['all']}>
      {open.length > 0 && lines(open)}
      {filled.length > 0 && (
        <Folded
          icon="checkCircle"
          label={t('functions.allFilled', {
            count: filled.length,
            names: filled.map(({ group }) => group.name).join(', '),
          })}
        >
          {lines(filled)}
        </Folded>
      )}
    </div>
  );
}

function Line({ limit, report, version, onChanged }: Props & { limit: Limit }) {
  const { t } = useTranslation('reports');
  const [opened, setOpened] = useState(false);
  const onPaper = useFetchedForPaper();
  const { group, needed, reached, contacted, remaining, stranded, state } = limit;
  const isOver = report.answers.goal === 'over';
  const shown = isOver && state !== 'filled' ? 'over' : state;
  const isLost = !isOver && (state === 'exhausted' || state === 'stopped');
  return (
    <li className={classes['function']} data-state={shown}>
      <div className={classes['line']}>
        <UnstyledButton className={classes['open']} aria-expanded={opened} onClick={() => setOpened(!opened)}>
          <span className={classes['title']}>
            <Icon name={opened ? 'chevronDown' : 'chevronRight'} size={18} className={classes['chevron']} />
            <strong className={classes['name']}>{group.name}</strong>
          </span>
          <span className={classes['standing']}>
            <Icon name={icons[shown]} size={18} />{' '}
            <span>
              <Flash value={t('functions.reached', { reached, needed })} />
              <span className={classes['details']}> – {t(`functions.${shown}`, { count: contacted, remaining })}</span>
              {!isOver && stranded > 0 && (
                <strong className={classes['stranded']}> · {t('stranded', { count: stranded })}</strong>
              )}
            </span>
          </span>
        </UnstyledButton>
        {isLost && <AlarmMoreButton report={report} group={group} />}
      </div>
      {(opened || (onPaper && reached > 0)) && (
        <div className={classes['people']}>
          <PeopleList
            {...{ report, version, onChanged }}
            asksAnswer
            // on paper, with its people
            choice={{ order: 'arrival', group: group.id, ...(!opened && { show: 'coming' }) }}
          />
        </div>
      )}
    </li>
  );
}
