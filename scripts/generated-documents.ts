import { readFile } from 'node:fs/promises';
import { configVariables } from '#server/platform/config.ts';
import { markdownTable, readResults } from '../bench/results.ts';

const between = (name: string) => new RegExp(`(<!-- ${name} -->\\n)[\\s\\S]*?(<!-- /${name} -->)`);

async function withPart(file: string, name: string, part: string): Promise<string> {
  return (await readFile(file, 'utf8')).replace(between(name), (_all, begin, end) => `${begin}${part}\n${end}`);
}

/** Returns the tables of variables and measured figures, by file. */
export async function generatedDocuments(): Promise<Record<string, string>> {
  const variables = configVariables.map(({ name, description }) => `| \`${name}\` | ${description} |`);
  const { machine, benches } = await readResults();
  const bounded = benches.map((one) => ({ ...one, rows: one.rows.filter(({ must }) => must !== null) }));
  const figures = benches.length ? `${machine}\n\n${markdownTable(bounded)}` : 'Not measured on this version yet.';
  const [configuration, benchmarks] = ['docs/operate/configuration.md', 'docs/develop/benchmarks.md'];
  return {
    [configuration]: await withPart(
      configuration,
      'configuration',
      ['| Variable | What it does |', '|---|---|', ...variables].join('\n'),
    ),
    [benchmarks]: await withPart(benchmarks, 'figures', figures),
  };
}
