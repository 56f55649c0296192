import { scaleLinear } from 'd3-scale';
import { type ChartShape, type Drawing, type Look, lowered } from './shape.ts';

const rowHeight = 52;
const barHeight = 24;
const barTop = 20;
// Figures wider than their bar part appear only in the table.
const letter = 9;

export interface Bar {
  label: string;
  parts: readonly number[];
}

/** Draws bars with one part per outcome; the longest bar fills the width. */
export function barsDrawing(
  bars: readonly Bar[],
  looks: readonly Look[],
  { width, number }: { width: number; number: (value: number) => string },
): Drawing {
  const longest = Math.max(1, ...bars.map(({ parts }) => total(parts)));
  const x = scaleLinear([0, longest], [1, width - 1]);
  const shapes = bars.flatMap(({ label, parts }, row): ChartShape[] => {
    const top = row * rowHeight;
    return [
      { is: 'text', as: 'label', at: [1, top + 14], text: shortened(label, width) },
      ...parts.flatMap((part, at) => {
        const [left, right] = [x(total(parts.slice(0, at))), x(total(parts.slice(0, at + 1)))];
        return part > 0 ? partShapes(looks[at]!, [left, right], top + barTop, number(part)) : [];
      }),
    ];
  });
  return { width, height: bars.length * rowHeight, shapes };
}

function partShapes(look: Look, [left, right]: [number, number], y: number, text: string): ChartShape[] {
  const bar: ChartShape = { is: 'bar', look, x: left, y, width: right - left, height: barHeight };
  if (right - left <= (text.length + 1) * letter) return [bar];
  const at = [(left + right) / 2, y + barHeight / 2 + lowered] as const;
  return [bar, { is: 'text', as: 'inside', look, at, anchor: 'middle', text }];
}

const total = (parts: readonly number[]) => parts.reduce((sum, part) => sum + part, 0);

const shortened = (label: string, width: number) => {
  const most = Math.floor(width / 7.5);
  return label.length > most ? `${label.slice(0, most - 1)}…` : label;
};
