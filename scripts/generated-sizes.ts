import { readFile } from 'node:fs/promises';
import { readResults } from '../bench/results.ts';

const file = 'docs/operate/sizes.md';
const marks = /(<!-- sizes -->\n)[\s\S]*?(<!-- \/sizes -->)/;
const sizes = [200, 2_000, 20_000, 200_000];

/** Returns the page of sizes with the times that follow from the last measurements. */
export async function generatedSizes(): Promise<Record<string, string>> {
  const { machine, benches } = await readResults();
  const rows = benches.flatMap((one) => one.rows);
  const figureOf = (name: string) => rows.find((row) => row.name === name)?.value;
  const mails = figureOf('mails per second end to end, 2 worker processes');
  const answers = figureOf('people who open and answer, with 500 watchers');
  const launches = rows.flatMap(({ name, value }) => {
    const people = Number(/^launch (\d+)$/.exec(name)?.[1]);
    return people ? [{ people, value }] : [];
  });
  const lines = sizes.map((people) => {
    const launch = launches.toSorted((a, b) => a.people - b.people).find((one) => one.people >= people)?.value;
    const cells = [launch, mails && people / mails, answers && people / answers, people / 10].map(timeOf);
    return `| ${[people.toLocaleString('en'), ...cells].join(' | ')} |`;
  });
  const table = [
    `Measured on ${machine}.`,
    '',
    '| People | Launch, at most | All mails handed over | All open and answer | All texts over a provider that takes 10 a second |',
    '|---|---|---|---|---|',
    ...lines,
  ].join('\n');
  const page = await readFile(file, 'utf8');
  return { [file]: page.replace(marks, (_all, begin, end) => `${begin}${table}\n${end}`) };
}

function timeOf(seconds: number | undefined): string {
  if (!seconds) return 'not measured';
  if (seconds < 0.1) return 'below 0.1 s';
  if (seconds < 100) return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
  return seconds < 6_000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3_600).toFixed(1)} h`;
}
