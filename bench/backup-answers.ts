// Answers while a backup runs: node scripts/run.mjs bench/backup-answers.ts [answers per second] [seconds] [--json]. Restores the
// backup and verifies that it holds what was acknowledged before it began, nothing that was answered later, and intact logs.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { withClient } from '#server/platform/connection/client.ts';
import { startTestServer } from '#testing/server.ts';
import { launchAsked } from './asked-report.ts';
import { percentile, print, row } from './row.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const wanted = Number(positionals[0] ?? 1000);
const seconds = Number(positionals[1] ?? 20);
const tick = 20; // milliseconds
const server = await startTestServer({ ROLES: 'web' });
const { config } = server.app;
const dir = await mkdtemp(path.join(os.tmpdir(), 'mk-backup-answers-'));
const [file, passphrase] = [path.join(dir, 'backup'), path.join(dir, 'passphrase')];
await writeFile(passphrase, 'vier Zebras grasen im Nebel\n');
const { eventId, rows } = await launchAsked(server, wanted * seconds);

let next = 0;
let acknowledged = 0;
const times: { at: number; took: number }[] = [];
async function answer(recipientId: number): Promise<void> {
  const begun = performance.now();
  await recordAnswer(server.app, { recipientId, option: '1', minutes: 5, source: 'link' });
  acknowledged++;
  times.push({ at: begun, took: performance.now() - begun });
}

const begun = performance.now();
const answers: Promise<void>[] = [];
async function answerAll(): Promise<void> {
  while (next < rows.length) {
    const due = Math.min(rows.length, Math.floor(((performance.now() - begun) / 1000) * wanted));
    while (next < due) answers.push(answer(rows[next++]!));
    await sleep(tick);
  }
  await Promise.all(answers);
}
const answering = answerAll();
await sleep((seconds * 1000) / 4);

const { scripts } = JSON.parse(await readFile('package.json', 'utf8')) as { scripts: Record<string, string> };
const run = (command: 'backup' | 'restore' | 'verify-log', args: string[], url = config.DATABASE_URL) =>
  promisify(execFile)(process.execPath, [...scripts[command]!.split(' ').slice(2), ...args], {
    env: { ...process.env, DATABASE_URL: url, SECRET_KEY: config.SECRET_KEY },
  });
const [before, start] = [acknowledged, performance.now()];
await run('backup', [file, '--passphrase-file', passphrase]);
const [after, end] = [next, performance.now()];
await answering;
const rate = rows.length / ((performance.now() - begun) / 1000);

const name = `restored_${process.pid}`;
const target = Object.assign(new URL(config.DATABASE_URL!), { pathname: `/${name}` }).href;
await withClient(config.DATABASE_URL!, (client) => client.query(`create database ${name}`));
await run('restore', [file, '--passphrase-file', passphrase], target);
await run('verify-log', [String(eventId)], target); // fails if the log isn't intact
const kept = await withClient(target, async (client) => {
  const { rows: found } = await client.query<{ answers: number; entries: number }>(
    `select (select count(*)::int from answers) as answers,
      (select count(*)::int from log_entries where kind = 'answer') as entries`,
  );
  return found[0]!;
});
await withClient(config.DATABASE_URL!, (client) => client.query(`drop database ${name}`));
if (kept.answers < before || kept.answers > after)
  throw new Error(`${kept.answers} answers, not ${before} to ${after}`);
if (kept.answers !== kept.entries) throw new Error(`${kept.answers} answers, but ${kept.entries} log entries`);

const within = (from: number, to: number) =>
  percentile(
    times.filter(({ at }) => at >= from && at < to).map(({ took }) => took),
    0.95,
  );
const alone = within(begun, start);
print(
  [
    row({ name: 'answers per second around a backup', value: rate, unit: '/s' }),
    row({ name: 'backup under these answers', value: (end - start) / 1000, unit: 's' }),
    row({ name: 'time to answer (p95), before the backup', value: alone, unit: 'ms' }),
    row({
      name: 'time to answer (p95), during the backup',
      value: within(start, end),
      unit: 'ms',
      reference: alone,
    }),
    row({ name: 'answers restored', value: kept.answers, unit: `answers, of ${before} to ${after}` }),
  ],
  values.json,
);
await rm(dir, { recursive: true });
await server.stop();
