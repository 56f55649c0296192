import { scaleLinear } from 'd3-scale';
import { curveStepAfter, line } from 'd3-shape';
import { type ChartShape, type Drawing, type Look, lowered } from './shape.ts';
import { timeTicks } from './ticks.ts';

/** Numbers of answers and arrivals at these seconds after the first alarm. */
export interface CourseMoment extends Record<CourseName, number> {
  seconds: number;
}

/** The curves with their styles. */
export const courseLooks = { answered: 'info', coming: 'good', arrived: 'bad' } as const satisfies Record<string, Look>;

export type CourseName = keyof typeof courseLooks;

export const courseNames = Object.keys(courseLooks) as CourseName[];

/** The reader's formats, and the number of asked people as text. */
interface CourseWords {
  number: (value: number) => string;
  duration: (milliseconds: number) => string;
  asked: string;
}

const height = 300;
const room = { left: 44, right: 44, top: 24, bottom: 30 };

/** Draws answers, acceptances, and arrivals, below the line of asked people. */
export function courseDrawing(
  course: readonly CourseMoment[],
  asked: number,
  { width, words }: { width: number; words: CourseWords },
): Drawing {
  const last = course.at(-1);
  if (!last) return { width, height: 0, shapes: [] };
  const end = Math.max(1, last.seconds);
  const [left, right] = [room.left, width - room.right];
  const x = scaleLinear([0, end], [left, right]);
  const y = scaleLinear(
    [0, Math.max(1, asked, ...courseNames.map((name) => last[name]))],
    [height - room.bottom, room.top],
  ).nice();
  const counts = y.ticks(5).filter(Number.isInteger);
  const pathOf = (name: CourseName) =>
    line<CourseMoment>(
      (moment) => x(moment.seconds),
      (moment) => y(moment[name]),
    ).curve(curveStepAfter)(course) ?? '';
  const shapes: ChartShape[] = [
    ...counts.flatMap((count): ChartShape[] => [
      { is: 'rule', as: 'grid', from: [left, y(count)], to: [right, y(count)] },
      { is: 'text', as: 'axis', at: [left - 8, y(count) + lowered], anchor: 'end', text: words.number(count) },
    ]),
    ...timeTicks(0, end, width < 480 ? 3 : 6).map((tick): ChartShape => {
      return { is: 'text', as: 'axis', at: [x(tick), height - 8], anchor: 'middle', text: words.duration(tick * 1000) };
    }),
    ...(asked > 0 ? ceiling(words.asked, [left, right], y(asked)) : []),
    ...courseNames.map((name): ChartShape => ({ is: 'line', look: courseLooks[name], path: pathOf(name) })),
    ...endLabels(last, y).map(({ name, at }): ChartShape => {
      return { is: 'text', as: 'end', at: [right + 8, at + lowered], text: words.number(last[name]) };
    }),
  ];
  return { width, height, shapes };
}

const ceiling = (text: string, [left, right]: [number, number], y: number): ChartShape[] => [
  { is: 'rule', as: 'ceiling', from: [left, y], to: [right, y] },
  { is: 'text', as: 'axis', at: [left + 4, y - 6], text },
];

/** Positions the figures at the line ends without overlap; equal ones appear once. */
function endLabels(last: CourseMoment, y: (value: number) => number): { name: CourseName; at: number }[] {
  const apart = 16;
  const placed: { name: CourseName; at: number }[] = [];
  for (const name of [...courseNames].sort((a, b) => last[a] - last[b])) {
    const before = placed.at(-1);
    if (before && last[before.name] === last[name]) continue;
    placed.push({ name, at: Math.min(y(last[name]), before ? before.at - apart : Number.POSITIVE_INFINITY) });
  }
  return placed;
}
