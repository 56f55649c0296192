// Measures the upload of a large CSV file: node bench/upload.ts [people] [--json]. Check, apply, the same file again, undo; with
// the process's peak memory and another request's wait. The database is on the same machine.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type Answer, startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { uploadCsv } from '#testing/uploads.ts';
import { type BenchRow, percentile, print, row } from './row.ts';

if (process.argv[2] === 'server') await serve();
const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const count = Number(positionals[0] ?? 100_000);
// its own process, to measure only the server's memory
const child = fork(import.meta.filename, ['server'], { stdio: 'inherit' });
const [{ url, token }] = (await once(child, 'message')) as [{ url: string; token: string }];

async function serve(): Promise<never> {
  const server = await startTestServer();
  const { token: own } = await server.as('administrator');
  process.on('message', (message) => {
    if (message === 'stop') void server.stop().then(() => process.exit(0));
    else process.send!({ now: process.memoryUsage.rss(), most: process.resourceUsage().maxRSS * 1024 });
  });
  process.send!({ url: server.url, token: own });
  return new Promise(() => {});
}

/** Returns the server's memory in MB: current and peak. */
async function memory(): Promise<{ now: number; most: number }> {
  child.send('memory');
  const [{ now, most }] = (await once(child, 'message')) as [{ now: number; most: number }];
  return { now: Math.round(now / 1_000_000), most: Math.round(most / 1_000_000) };
}

async function run(query: string, variables: Record<string, unknown> = {}) {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/api/graphql/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ query, variables }),
  });
  const { data, errors } = (await response.json()) as Answer;
  if (errors) throw new Error(JSON.stringify(errors));
  return data!;
}

const heading = 'Externe Nummer;Vorname;Nachname;E-Mail;Mobil;Telefon;Funktion;Abteilung;Straße;PLZ;Ort;Gruppen';
const line = (n: number) =>
  [
    ...[`P${String(n).padStart(6, '0')}`, 'Käthe', `Nachname ${n}`, `kaethe.${n}@klinikum.example`],
    ...[`0151 ${String(20_000_000 + n)}`, `030 ${String(9_000_000 + n)}`, 'Pflegefachkraft', `Abteilung ${n % 40}`],
    ...[`Hauptstraße ${n % 200}`, '01067', 'Dresden', `Haus ${n % 20}/Station ${n % 100}`],
  ].join(';');
const file = [heading, ...Array.from({ length: count }, (_, n) => line(n))].join('\r\n');

const before = await memory();
const rows: BenchRow[] = [];

async function measured(what: string, work: () => Promise<string>): Promise<void> {
  const waits: number[] = [];
  let isOver = false;
  const asking = (async () => {
    while (!isOver) {
      const begun = performance.now();
      await run('{ currentUser { _id } }');
      waits.push(performance.now() - begun);
      await sleep(20);
    }
  })();
  const begun = performance.now();
  const result = await work();
  const seconds = (performance.now() - begun) / 1000;
  isOver = true;
  await asking;
  const name = `upload of ${count} people: ${what}`;
  rows.push(
    row({ name: `${name} (${result})`, value: seconds, unit: 's' }),
    row({ name: `${name}, time of other requests (p95)`, value: percentile(waits, 0.95), unit: 'ms' }),
    row({ name: `${name}, other requests at most`, value: Math.max(...waits), unit: 'ms' }),
  );
}

async function check(): Promise<{ id: string; summary: string }> {
  const answer = await uploadCsv({ url } as TestServer, { token } as TestClient, file);
  if (answer.errors) throw new Error(JSON.stringify(answer.errors));
  const { id, created, updated, unchanged, failed } = answer.data!.uploadPeople;
  return { id, summary: `${created} new, ${updated} changed, ${unchanged} unchanged, ${failed} refused` };
}

async function done(mutation: 'applyUpload' | 'undoUpload', id: string): Promise<string> {
  await run(`mutation ($id: ID!) { ${mutation}(id: $id) { id } }`, { id });
  for (;;) {
    const { upload } = await run('query ($id: ID!) { upload(id: $id) { status error notUndone } }', { id });
    const isOver = !['running', 'undoing'].includes(upload.status);
    if (isOver) return `${upload.status} ${upload.error ?? ''}, ${upload.notUndone} left`;
    await sleep(50);
  }
}

let id = '';
await measured('check', async () => {
  const checked = await check();
  ({ id } = checked);
  return checked.summary;
});
await measured('apply', () => done('applyUpload', id));
await measured('again', async () => (await check()).summary);
await measured('undo', () => done('undoUpload', id));
const { most } = await memory();
rows.push(row({ name: `upload of ${count} people: peak memory`, value: most, unit: 'MB', reference: before.now }));
print(rows, values.json);
child.send('stop');
await once(child, 'exit');
