// The server of the browser tests: the real program with an empty folder.
import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';

import { startSpeechProgram } from '#testing/fakes/speech-program.ts';

const folder = process.env['DATA_DIR'];
if (!folder) throw new Error('started by playwright.config.ts, which sets DATA_DIR');
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true, mode: 0o755 });
// Removes killed runs' files. Traces stay for an hour.
for (const runs of [path.dirname(folder), path.resolve('node_modules/.cache/e2e')]) {
  mkdirSync(runs, { recursive: true });
  for (const name of readdirSync(runs)) {
    const run = path.join(runs, name);
    const { mtimeMs } = statSync(run, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() }; // another run may have removed it
    if (mtimeMs < Date.now() - 3_600_000) rmSync(run, { recursive: true, force: true });
  }
}
const speech = await startSpeechProgram();
process.on('exit', () => rmSync(speech.folder, { recursive: true, force: true }));
await import('#server/program/main.ts');
