import { readFile } from 'node:fs/promises';
import { configVariables } from '#server/config.ts';

const marks = /(<!-- configuration -->\n)[\s\S]*?(<!-- \/configuration -->)/;

/** README.md with its table of variables made from server/config.ts, so that the manual cannot lag behind. */
export async function readmeWithConfiguration(): Promise<string> {
  const rows = configVariables.map(({ name, description }) => `| \`${name}\` | ${description} |`);
  const table = ['| Variable | What it does |', '|---|---|', ...rows].join('\n');
  return (await readFile('README.md', 'utf8')).replace(marks, `$1${table}\n$2`);
}
