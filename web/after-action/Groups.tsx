import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#web/lib/format.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { OutcomeBars } from './charts/OutcomeBars.tsx';
import type { AfterAction } from './queries.ts';

const outcomes = { positive: 'good', neutral: 'info', negative: 'bad', none: 'none' } as const;
const names = Object.keys(outcomes) as (keyof typeof outcomes)[];
const mostBars = 12;

/** The answers by group: the largest as bars, all in the table. */
export function Groups({ known: { personAccess, groups, reach, course } }: { known: AfterAction }) {
  const { t } = useTranslation('afterAction');
  // after the event, the course has steps of five and counts each person in one group
  const isOnce = personAccess !== 'open';
  const arrived = isOnce ? groups.reduce((sum, group) => sum + group.arrived, 0) : (course.at(-1)?.arrived ?? 0);
  const everyone = { ...reach, name: t('groups.everyone'), people: reach.asked, arrived };
  const drawn = groups.slice(0, mostBars);
  return (
    <Panel title={t('groups.title')}>
      <OutcomeBars
        summary={drawn.map((group) => t('groups.summary', group)).join(' ')}
        outcomes={names.map((name) => ({ label: t(`groups.${name}`), look: outcomes[name] }))}
        bars={drawn.map((group) => ({ label: group.name, parts: names.map((name) => group[name]) }))}
        table={{
          label: t('groups.title'),
          columns: ['name', 'people', 'reached', ...names, 'arrived'].map((name) => t(`groups.${name}`)),
          rows: [...groups, everyone].map((group) => [
            group.name,
            ...(['people', 'reached', ...names, 'arrived'] as const).map((name) => formatNumber(group[name])),
          ]),
        }}
      />
      <Text c="gray.6" mt="sm">
        {isOnce
          ? t('groups.frozen')
          : groups.length > drawn.length
            ? t('groups.largest', { count: drawn.length })
            : t('groups.today')}
      </Text>
    </Panel>
  );
}
