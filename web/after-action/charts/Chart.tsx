import { useElementSize } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import type { Drawing, LegendItem } from '#shared/charts/shape.ts';
import { TableView } from '#web/ui/TableView.tsx';
import classes from './charts.module.css';
import { Shapes } from './Shapes.tsx';

type Props = {
  /** The drawing in one sentence, for screen readers. */
  summary: string;
  legend: readonly LegendItem[];
  draw: (width: number) => Drawing;
  table: { label: string; columns: readonly string[]; rows: string[][] };
};

const first = 640;

/** A drawing with its legend and its data as a collapsible table. */
export function Chart({ summary, legend, draw, table }: Props) {
  const { t } = useTranslation('afterAction');
  const { ref, width: measured } = useElementSize<HTMLDivElement>();
  const { width, height, shapes } = draw(Math.max(240, Math.round(measured) || first));
  return (
    <figure className={classes['chart']}>
      <ul className={classes['legend']}>
        {legend.map(({ look, label, isLine }) => (
          <li key={label}>
            <span className={classes['key']} data-look={look} data-line={isLine || undefined} aria-hidden="true" />
            {label}
          </li>
        ))}
      </ul>
      <div ref={ref}>
        <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={summary} className={classes['drawing']}>
          <Shapes shapes={shapes} />
        </svg>
      </div>
      <details className={classes['behind']}>
        <summary>{t('asTable')}</summary>
        <TableView {...table} />
      </details>
    </figure>
  );
}
