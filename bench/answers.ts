// Compares the rate of grouped answers with one transaction per answer in the same run: node bench/answers.ts [answers] [at a
// time] [--json]
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { asGiven, recordAnswer, recordAnswers } from '#server/alerting/answers/answers.ts';
import { isDatabaseAway } from '#server/platform/database/away.ts';
import { startTestServer } from '#testing/server.ts';
import { launchAsked } from './asked-report.ts';
import { print, row } from './row.ts';

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const count = Number(positionals[0] ?? 3000);
const together = Number(positionals[1] ?? 64);
const server = await startTestServer({ ROLES: 'web' });
const { db } = server.app;

type Record = (reportId: number, recipientId: number) => Promise<unknown>;

/** Returns answers per second, the 95th percentile, and refusals. */
async function measure(record: Record, limited = false): Promise<{ rate: number; p95: number; refused: number }> {
  const { reportId, rows } = await launchAsked(server, count, limited ? { stopLimit: count } : {});
  await sleep(1000);
  const times: number[] = [];
  let next = 0;
  let refused = 0;
  const answer = async () => {
    while (next < rows.length) {
      const begun = performance.now();
      const row = rows[next++]!;
      while (!(await taken(record(reportId, row)))) refused++;
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: together }, answer));
  const rate = rows.length / ((performance.now() - begun) / 1000);
  const { rows: stored } = await sql<{ n: number }>`
    select count(*) as n from answers where report_id = ${reportId}`.execute(db);
  if (stored[0]!.n !== count) throw new Error(`${stored[0]!.n} answers of ${count}`);
  return { rate, p95: times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)]!, refused };
}

const taken = (recorded: Promise<unknown>) =>
  recorded.then(
    () => true,
    (error: unknown) => {
      if (!isDatabaseAway(error)) throw error;
      return false;
    },
  );

const said = (recipientId: number) => ({ recipientId, option: '1', minutes: 5, source: 'link' });
const alone = await measure((reportId, id) => recordAnswers(server.app, reportId, [asGiven(said(id))]));
const grouped = await measure((_reportId, id) => recordAnswer(server.app, said(id)));
const limited = await measure((_reportId, id) => recordAnswer(server.app, said(id)), true);
const rowsOf = (name: string, { rate, p95, refused }: typeof alone) => [
  row({ name: `answers per second, ${name}`, value: rate, unit: '/s', reference: alone.rate }),
  row({ name: `time to answer (p95), ${name}`, value: p95, unit: 'ms', reference: alone.p95 }),
  row({ name: `repeated answers, ${name}`, value: refused, unit: 'answers' }),
];
print(
  [
    ...rowsOf('one transaction each', alone),
    ...rowsOf('batched', grouped),
    ...rowsOf('batched, with a stop limit', limited),
  ],
  values.json,
);
await server.stop();
