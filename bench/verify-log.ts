// How long a log of 100,000 entries takes: node bench/verify-log.ts [entries] [--json]. Its export, and each way to verify it as
// the process that a user starts; the database runs on the same machine.

import { execFile } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs, promisify } from 'node:util';
import { appendLogs } from '#server/alerting/event-log/log.ts';
import type { LogLine } from '#server/alerting/event-log/log-line.ts';
import { publicKeyOf } from '#server/platform/seals/seal.ts';
import { csvPieces } from '#server/records/log-file/csv.ts';
import { logSamples } from '#shared/testing/log-samples.ts';
import { createEvent } from '#testing/factories.ts';
import { startTestServer } from '#testing/server.ts';
import { percentile, print, row } from './row.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const count = Number(positionals[0] ?? 100_000);
const rounds = 5;
const must = { atMost: 5 };
const server = await startTestServer({ ROLES: 'web' });
const { db, secrets, config } = server.app;
const dir = await mkdtemp(path.join(os.tmpdir(), 'mk-verify-'));
const [file, key] = [path.join(dir, 'log.csv'), path.join(dir, 'key.pem')];
const { id: eventId } = await createEvent(db);

const [answer] = logSamples.answer;
const lineOf = (n: number): LogLine =>
  n % 10
    ? { eventId, by: null, kind: 'answer', data: { ...answer!, recipient: n } }
    : {
        eventId,
        by: null,
        kind: 'note',
        text: `Abschnitt ${n}: Deich gesichert, Pumpen laufen`,
        happenedAt: new Date(n),
      };
for (let n = 0; n < count; n += 2000)
  await appendLogs(
    db,
    Array.from({ length: Math.min(2000, count - n) }, (_, at) => lineOf(n + at)),
  );
await writeFile(key, publicKeyOf(secrets.seal));

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1000;
}

const reader = { language: 'de', timeZone: 'Europe/Berlin' };
const exporting = await timed(() =>
  pipeline(csvPieces({ db, seed: secrets.seal, eventId, whole: true, viewer: null, reader }), createWriteStream(file)),
);
const run = (...args: string[]) => {
  const env = { ...process.env, DATABASE_URL: config.DATABASE_URL, SECRET_KEY: config.SECRET_KEY };
  return promisify(execFile)(process.execPath, args, { env }); // rejects if the log isn't intact
};
const officer = await server.as('documentation_officer');
const page = `query ($id: ID!, $filter: LogFilter) { event(id: $id) { log(first: 20, filter: $filter) {
  totalCount edges { node { text } } } } }`;
const pages: number[] = [];
for (let round = 0; round < rounds * 4; round++) {
  const filters = [null, { groups: ['NOTE'] }, { until: new Date(100).toISOString() }, { person: 'niemand' }];
  const filter = filters[round % 4];
  pages.push(1000 * (await timed(() => officer.run(page, { id: eventId, filter }))));
}
const best = async (...args: string[]) => {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(() => run(...args)));
  return percentile(times, 0.5);
};
const log = `log of ${count} entries`;
print(
  [
    row({
      name: `${log}: verify-log FILE`,
      value: await best('server/program/verify-log.ts', file, '--key', key),
      unit: 's',
      must,
    }),
    row({ name: `${log}: docs/verify-log.mjs`, value: await best('docs/verify-log.mjs', file, key), unit: 's', must }),
    row({
      name: `${log}: verify-log EVENT`,
      value: await best('server/program/verify-log.ts', String(eventId)),
      unit: 's',
      must,
    }),
    row({ name: `${log}: export as CSV`, value: exporting, unit: 's' }),
    row({ name: `${log}: a page, narrowed or not, at most`, value: Math.max(...pages), unit: 'ms' }),
  ],
  values.json,
);
await rm(dir, { recursive: true });
await server.stop();
