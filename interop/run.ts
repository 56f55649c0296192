// Runs trials against real third-party programs: npm run interop, or some of them: npm run interop -- kannel.
// Every other file in this folder is one trial. It fails with the names of the programs that are missing.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { run } from 'node:test';
import { spec } from 'node:test/reporters';

const wanted = process.argv.slice(2);
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.ts') && file !== path.basename(import.meta.filename))
  .filter((file) => wanted.length === 0 || wanted.includes(path.basename(file, '.ts')))
  .sort();
if (!files.length) console.error('There is no such trial.');
let failed = files.length === 0;
const stream = run({ files: files.map((file) => path.join(import.meta.dirname, file)), concurrency: 1 });
stream.on('test:fail', () => {
  failed = true;
});
for await (const text of stream.compose(new spec())) process.stdout.write(text);
process.exit(failed ? 1 : 0);
