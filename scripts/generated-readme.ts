import { readFile } from 'node:fs/promises';
import { configVariables } from '#server/platform/config.ts';
import { readResults, table } from '../bench/results.ts';

const between = (name: string) => new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);

/**
 * README.md with its table of variables made from server/platform/config.ts, and with those figures of what was measured last that have a
 * bound, so that the manual cannot lag behind.
 */
export async function generatedReadme(): Promise<string> {
  const rows = configVariables.map(({ name, description }) => `| \`${name}\` | ${description} |`);
  const variables = ['| Variable | What it does |', '|---|---|', ...rows].join('\n');
  const { machine, benches } = await readResults();
  const bounded = benches.map((one) => ({ ...one, rows: one.rows.filter(({ must }) => must !== null) }));
  const figures = benches.length ? `${machine}\n\n${table(bounded)}` : 'Not measured on this version yet.';
  return (await readFile('README.md', 'utf8'))
    .replace(between('configuration'), (_all, begin, end) => `${begin}${variables}\n${end}`)
    .replace(between('figures'), (_all, begin, end) => `${begin}${figures}\n${end}`);
}
