// Writes the files that are derived from code and migrations. They are committed, so that a change of the API or
// of the database can be read in a review, and checked by scripts/check-generated.ts.
// Paths as arguments write only those.
import { readFile, writeFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

const only = process.argv.slice(2);
for (const [file, text] of Object.entries(await generatedFiles())) {
  if (only.length > 0 && !only.includes(file)) continue;
  if ((await readFile(file, 'utf8').catch(() => '')) === text) continue;
  await writeFile(file, text);
  console.log(`wrote ${file}`);
}
process.exit(0);
