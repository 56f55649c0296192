import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatDateTime, formatNumber } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { TableView } from '#web/ui/TableView.tsx';
import { ArrivalChart } from './charts/ArrivalChart.tsx';
import type { AfterAction } from './queries.ts';

/** The arrivals, and the expected people who did not arrive. */
export function People({ known: { people, counts } }: { known: AfterAction }) {
  const { t } = useTranslation('afterAction');
  const { timeZone } = useSystem();
  const moment = (at: string | null) => (at ? formatDateTime(at, timeZone) : '–');
  const table = {
    label: t('people.title'),
    columns: ['name', 'functions', 'answered', 'expected', 'arrived', 'state'].map((name) => t(`people.${name}`)),
    rows: people.map(({ person, functions, answeredAt, expectedAt, arrivedAt, state }) => [
      `${person.firstName} ${person.lastName}`,
      functions ?? '–',
      moment(answeredAt),
      moment(expectedAt),
      moment(arrivedAt),
      t(`people.is.${state}`),
    ]),
  };
  const left = counts.arrived + counts.missing + counts.notNeeded - people.length;
  const isTimed = people.some(({ expectedAt, arrivedAt }) => expectedAt || arrivedAt);
  return (
    <Panel title={t('people.title')}>
      <Text mb="md">{t('people.summary', counts)}</Text>
      {isTimed ? <ArrivalChart people={people} counts={counts} table={table} /> : <TableView {...table} />}
      {left > 0 && (
        <Text c="gray.6" mt="sm">
          {t('people.more', { count: left, formatted: formatNumber(left) })}
        </Text>
      )}
    </Panel>
  );
}
