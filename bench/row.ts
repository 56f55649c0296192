/** For the ratio to a reference, otherwise for the value. */
export type Bound = { atLeast: number } | { atMost: number };

/** One line of the results table. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** The same machine's reference in the same run, in the same unit; null without one. */
  reference: number | null;
  ratio: number | null;
  must: Bound | null;
  aim: Bound | null;
  holds: boolean;
}

/** The input of a row. */
export interface BenchFigure {
  name: string;
  value: number;
  unit: string;
  reference?: number;
  must?: Bound;
  aim?: Bound;
}

/** Creates the row of a figure. */
export function row({ name, value, unit, reference, must, aim }: BenchFigure): BenchRow {
  const ratio = reference === undefined ? null : value / reference;
  return {
    name,
    value,
    unit,
    reference: reference ?? null,
    ratio,
    must: must ?? null,
    aim: aim ?? null,
    holds: !must || fits(ratio ?? value, must),
  };
}

const fits = (figure: number, bound: Bound) => ('atLeast' in bound ? figure >= bound.atLeast : figure <= bound.atMost);

const short = (figure: number) => (Math.abs(figure) < 10 ? figure.toFixed(2) : figure.toFixed(0));

const words = (bound: Bound | null) =>
  bound ? ('atLeast' in bound ? `>= ${bound.atLeast}` : `<= ${bound.atMost}`) : '';

/** Prints rows: as JSON lines with `--json`, otherwise readable. */
export function print(rows: readonly BenchRow[], asJson = process.argv.includes('--json')): void {
  for (const one of rows) {
    const { name, value, unit, reference, ratio, must, aim, holds } = one;
    if (asJson) console.log(JSON.stringify(one));
    else {
      const compared = ratio === null ? '' : `, ${short(ratio)} of ${short(reference!)}`;
      const wanted = must
        ? `  must ${words(must)}${aim ? `, aim ${words(aim)}` : ''}: ${holds ? 'holds' : 'FAILS'}`
        : '';
      console.log(`${name.padEnd(52)} ${short(value).padStart(9)} ${unit}${compared}${wanted}`);
    }
  }
}

/** Returns the percentile of values; `part` is from 0 to 1. */
export const percentile = (values: readonly number[], part: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;
