import { scaleLinear } from 'd3-scale';
import type { ChartShape, Drawing } from './shape.ts';
import { timeTicks } from './ticks.ts';

const rowHeight = 44;
const room = { side: 28, top: 4, bottom: 28 };

/** A person with times in seconds since 1970. */
export interface Arriving {
  name: string;
  expected: number | null;
  arrived: number | null;
}

/** Draws expected and actual arrival times, one line per person. */
export function arrivalsDrawing(
  people: readonly Arriving[],
  { width, time }: { width: number; time: (seconds: number) => string },
): Drawing {
  const moments = people.flatMap(({ expected, arrived }) => [expected, arrived].filter((at) => at !== null));
  const [from, to] = [Math.min(...moments) - 60, Math.max(...moments) + 60];
  const height = room.top + people.length * rowHeight + room.bottom;
  if (!moments.length) return { width, height: 0, shapes: [] };
  const x = scaleLinear([from, to], [room.side, width - room.side]);
  const shapes: ChartShape[] = [
    ...timeTicks(from, to, width < 480 ? 3 : 8, 60).flatMap((tick): ChartShape[] => [
      { is: 'rule', as: 'grid', from: [x(tick), room.top], to: [x(tick), height - room.bottom] },
      { is: 'text', as: 'axis', at: [x(tick), height - 8], anchor: 'middle', text: time(tick) },
    ]),
    ...people.flatMap(({ name, expected, arrived }, row): ChartShape[] => {
      const top = room.top + row * rowHeight;
      const y = top + 28;
      return [
        { is: 'text', as: 'label', at: [0, top + 14], text: name },
        ...(expected !== null && arrived !== null ? [wait(x(expected), x(arrived), y)] : []),
        ...(expected === null ? [] : [{ is: 'dot', as: 'expected', at: [x(expected), y] } as const]),
        ...(arrived === null ? [] : [{ is: 'dot', as: 'arrived', at: [x(arrived), y] } as const]),
      ];
    }),
  ];
  return { width, height, shapes };
}

const wait = (expected: number, arrived: number, y: number): ChartShape => ({
  is: 'rule',
  as: arrived > expected ? 'late' : 'wait',
  from: [expected, y],
  to: [arrived, y],
});
