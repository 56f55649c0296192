import { readFile } from 'node:fs/promises';
import { readResults } from '../bench/results.ts';
import type { BenchRow } from '../bench/row.ts';

const marks = /(<!-- calculation -->\n)[\s\S]*?(<!-- \/calculation -->)/;
const people = 10_000_000;

/** By the row with its duration. */
const steps: readonly { what: string; row: RegExp; formula: string; seconds(row: BenchRow): number }[] = [
  {
    what: 'launch',
    row: /^launch 400000$/,
    formula: 'R ÷ 400,000 × seconds',
    seconds: ({ value }) => (people / 400_000) * value,
  },
  {
    what: 'handing all messages over',
    row: /^mails per second end to end, 2 worker processes$/,
    formula: 'R ÷ rate',
    seconds: ({ value }) => people / value,
  },
  {
    what: 'opening and answering',
    row: /^people who open and answer, with 500 watchers$/,
    formula: 'R ÷ rate',
    seconds: ({ value }) => people / value,
  },
];

export async function generatedScale(): Promise<string> {
  const { machine, benches } = await readResults();
  const rows = benches.flatMap((one) => one.rows);
  const found = steps.flatMap(({ row, seconds, ...step }) => {
    const measured = rows.find(({ name }) => row.test(name));
    return measured ? [{ ...step, measured, seconds: seconds(measured) }] : [];
  });
  const longest = found.toSorted((a, b) => b.seconds - a.seconds)[0];
  const lines = found.map(
    ({ what, formula, measured: { name, value, unit }, seconds }) =>
      `| ${what} | ${name}: ${value.toFixed(value < 100 ? 1 : 0)} ${unit} | ${formula} | ${(seconds / 3600).toFixed(1)} h |`,
  );
  const text = longest
    ? [
        `${machine}.`,
        '',
        '| Step | Measured | Formula | Takes |',
        '|---|---|---|---|',
        ...lines,
        '',
        `First bottleneck of those measured: **${longest.what}**.`,
      ].join('\n')
    : 'Not measured on this version yet.';
  const document = await readFile('docs/scale.md', 'utf8');
  return document.replace(marks, (_all, begin, end) => `${begin}${text}\n${end}`);
}
