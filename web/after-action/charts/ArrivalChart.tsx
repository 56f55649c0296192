import { useTranslation } from 'react-i18next';
import { arrivalsDrawing } from '#shared/charts/arrivals.ts';
import type { AfterAction } from '#web/after-action/queries.ts';
import { formatTime } from '#web/lib/format.ts';
import { useSystem } from '#web/lib/system.tsx';
import { fullName } from '#web/lib/viewer.tsx';
import { Chart } from './Chart.tsx';

const most = 40;

type Props = {
  people: AfterAction['people'];
  counts: AfterAction['counts'];
  table: { label: string; columns: readonly string[]; rows: string[][] };
};

export function ArrivalChart({ people, counts, table }: Props) {
  const { t } = useTranslation('afterAction');
  const { timeZone } = useSystem();
  const secondsOf = (at: string | null) => (at === null ? null : Date.parse(at) / 1000);
  const shown = people
    .filter(({ expectedAt, arrivedAt }) => expectedAt || arrivedAt)
    .slice(0, most)
    .map(({ person, expectedAt, arrivedAt }) => ({
      name: fullName(person),
      expected: secondsOf(expectedAt),
      arrived: secondsOf(arrivedAt),
    }));
  return (
    <Chart
      summary={t('people.summary', counts)}
      legend={[
        { look: 'none', label: t('people.expected') },
        { look: 'good', label: t('people.arrived') },
        { look: 'bad', label: t('people.late'), isLine: true },
      ]}
      draw={(width) => arrivalsDrawing(shown, { width, time: (seconds) => formatTime(seconds * 1000, timeZone) })}
      table={table}
    />
  );
}
