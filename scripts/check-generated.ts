// Generated files must match the code.
import { readFile } from 'node:fs/promises';
import { generatedFiles } from './generated-files.ts';

const stale: string[] = [];
for (const [file, text] of Object.entries(await generatedFiles())) {
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) stale.push(file);
}
for (const file of stale) console.error(`${file} is out of date`);
if (stale.length) console.error('Repair: npm run generate');
process.exit(stale.length ? 1 : 0);
