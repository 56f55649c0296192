import { type Bar, barsDrawing } from '#shared/charts/bars.ts';
import type { LegendItem } from '#shared/charts/shape.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Chart } from './Chart.tsx';

type Props = {
  summary: string;
  outcomes: readonly LegendItem[];
  bars: readonly Bar[];
  table: { label: string; columns: readonly string[]; rows: string[][] };
};

/** Stacked bars of outcomes; the longest has the full width. */
export function OutcomeBars({ summary, outcomes, bars, table }: Props) {
  const looks = outcomes.map(({ look }) => look);
  return (
    <Chart
      summary={summary}
      legend={outcomes}
      draw={(width) => barsDrawing(bars, looks, { width, number: formatNumber })}
      table={table}
    />
  );
}
