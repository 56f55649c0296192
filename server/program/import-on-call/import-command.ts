// Converts an export of Grafana OnCall, GoAlert or Opsgenie: npm run import -- FILE… (see docs/import-on-call.md)
import path from 'node:path';
import { parseArgs } from 'node:util';
import { askersFolder } from '#server/platform/config.ts';
import { inWords } from '#server/platform/database/starting/in-words.ts';
import { StartError } from '#server/platform/start-error.ts';
import { readExports } from './read-exports.ts';
import { importReport, writeFiles } from './write-files.ts';

const usage = `usage: npm run import -- FILE… [--to FOLDER]
         shows what becomes of the export of Grafana OnCall, GoAlert or Opsgenie in these files (JSON)
       --to FOLDER  also writes the files to import into a new folder: people as CSV, rosters as calendars`;

await convert().catch((error: unknown) => {
  const { message, exitCode } = inWords(error);
  process.stderr.write(`${message}\n`);
  process.exitCode = exitCode;
});

async function convert(): Promise<void> {
  const { files, to } = readArguments();
  const found = await readExports(files);
  process.stdout.write(importReport(found));
  if (to === undefined)
    return void process.stdout.write('\nNothing was written. Add --to FOLDER to write the files.\n');
  const written = await writeFiles(to, found);
  process.stdout.write(`\nWritten to ${to}: ${written.join(', ')}\n`);
}

function readArguments(): { files: string[]; to: string | undefined } {
  const place = (name: string) => path.resolve(askersFolder(), name);
  try {
    const { values, positionals } = parseArgs({ options: { to: { type: 'string' } }, allowPositionals: true });
    if (positionals.length) return { files: positionals.map(place), to: values.to && place(values.to) };
  } catch {
    // the usage follows
  }
  throw new StartError(usage);
}
