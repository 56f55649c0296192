// Verifies that a log is unchanged: npm run verify-log -- FILE [--key PEM] | EVENT
import { createPublicKey, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { askersFolder } from '#server/platform/config.ts';
import { inWords } from '#server/platform/database/starting/in-words.ts';
import { StartError } from '#server/platform/start-error.ts';
import { type Verdict, verifyFile } from '#server/records/log-file/verify-file.ts';

const usage = `usage: npm run verify-log -- FILE [--key PEM]
         verifies the log of an event from its exported file (CSV) alone; PEM is the public key of the installation,
         downloaded from /api/log-key.pem
       npm run verify-log -- EVENT
         verifies the log of the event with this number in the database

Exit codes: 0 if the log is intact, 1 if it is broken, 2 if nothing could be verified.`;

const mostTold = 50;

const verdict = await verify().catch((error: unknown) => {
  // Exit code 1 means a broken log, so no other error may use it.
  process.stderr.write(`${inWords(error).message}\n`);
  process.exit(2);
});
process.stdout.write(told(verdict));
process.exitCode = verdict.findings.length ? 1 : 0;

async function verify(): Promise<Verdict> {
  const { what, key } = readArguments();
  if (/^\d+$/.test(what)) return verifyEvent(Number(what));
  const trusted = key === undefined ? null : await readKey(key);
  const file = createReadStream(placeOf(what), { encoding: 'utf8', highWaterMark: 1 << 20 });
  return verifyFile(file, trusted).catch((error: NodeJS.ErrnoException) => {
    throw error.code ? new StartError(`${what} cannot be read: ${error.message}`) : error;
  });
}

function readArguments(): { what: string; key: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
    const [what, ...rest] = positionals;
    if (what && !rest.length) return { what, key: values.key };
  } catch {
    // an unknown option
  }
  throw new StartError(usage);
}

function placeOf(file: string): string {
  return path.resolve(askersFolder(), file);
}

async function readKey(file: string): Promise<KeyObject> {
  try {
    return createPublicKey(await readFile(placeOf(file)));
  } catch (error) {
    throw new StartError(`${file} is not a readable public key: ${(error as Error).message}`);
  }
}

async function verifyEvent(event: number): Promise<Verdict> {
  // Verifying a file needs no database code.
  const { verifyOwn } = await import('#server/records/log-file/verify-own.ts');
  return verifyOwn(event);
}

function told({ chain, entries, findings, remarks }: Verdict): string {
  const more = findings.length - mostTold;
  return [
    `${chain ? `Log of ${chain}` : 'Log'}, ${entries} entries: ${findings.length ? 'BROKEN' : 'whole'}`,
    ...findings.slice(0, mostTold).map((finding) => `- ${finding}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
    ...remarks,
    '',
  ].join('\n');
}
