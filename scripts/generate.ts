// Writes files derived from code and migrations, checked by scripts/check-generated.ts. Arguments select paths.
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
