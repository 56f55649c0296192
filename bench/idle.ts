// Measures what an idle installation costs, as npm start runs it: processor time, statements and connections.
//   node bench/idle.ts [--settle 30] [--seconds 60] [--list] [--json]
// PostgreSQL logs all statements only in the second half, so that the log costs no processor time in the first. `--list` prints
// the most frequent statements. The program starts with an empty folder and the demo hospital. Linux only.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { withClient } from '#server/platform/connection/client.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { below, measure, processorSeconds } from './processes.ts';
import { print, row } from './row.ts';

const { values } = parseArgs({
  options: {
    settle: { type: 'string', default: '30' },
    seconds: { type: 'string', default: '60' },
    list: { type: 'boolean' },
    json: { type: 'boolean' },
  },
});
const seconds = Number(values.seconds);
const root = path.resolve(import.meta.dirname, '..');
const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-idle-'));

const program = spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), 'server/program/main.ts'], {
  cwd: root,
  env: { ...process.env, DATABASE_URL: '', DATA_DIR: dir, PORT: '0', DEMO_DATA: '1', LOG_LEVEL: 'warn' },
  stdio: ['ignore', 'pipe', 'inherit'],
});

function running(started: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    started.stdout!.on('data', (text) => /is running: /.test(String(text)) && resolve());
    started.once('exit', () => reject(new Error('it did not start')));
  });
}

/** Returns used seconds of the program and PostgreSQL, including ended processes. */
function used(): { ours: number; postgres: number } {
  const all = below(program.pid!);
  const isPostgres = (pid: number) => measure(pid).name === 'PostgreSQL';
  const [postgres, ours] = [all.filter(isPostgres), all.filter((pid) => !isPostgres(pid))];
  const sum = (pids: readonly number[]) => pids.reduce((total, pid) => total + processorSeconds(pid), 0);
  return { ours: sum(ours), postgres: sum(postgres) };
}

const statement = /LOG: +(?:statement|execute [^:]+):\s+([\s\S]*?)(?=\n\d{4}-|$)/g;

function logged(from: number): Map<string, number> {
  const text = readFileSync(path.join(dir, 'database/postgres.log'), 'utf8').slice(from);
  const found = [...text.matchAll(statement)].map(([, words = '']) => words.replaceAll(/\s+/g, ' ').trim());
  return new Map([...Map.groupBy(found, (one) => one)].map(([one, all]) => [one, all.length]));
}

try {
  await running(program);
  await sleep(Number(values.settle) * 1000);
  const before = used();
  await sleep(seconds * 1000);
  const after = used();
  const percent = (part: 'ours' | 'postgres') => ((after[part] - before[part]) / seconds) * 100;
  const { url, stop } = await startEmbedded({ dir: path.join(dir, 'database'), database: 'meldekette' });
  await stop(); // it continues, because the program uses it
  let connections = 0;
  const log = path.join(dir, 'database/postgres.log');
  const size = readFileSync(log, 'utf8').length;
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    connections = rows[0]!.n;
    await client.query("alter system set log_statement = 'all'");
    await client.query('select pg_reload_conf()');
    await sleep(seconds * 1000);
    await client.query('alter system reset log_statement');
    await client.query('select pg_reload_conf()');
  });
  const statements = logged(size);
  const count = [...statements.values()].reduce((sum, n) => sum + n, 0);
  if (values.list) {
    const often = [...statements].sort(([, a], [, b]) => b - a).slice(0, 60);
    for (const [text, n] of often) console.error(String(n).padStart(6), text.slice(0, 150));
  }
  print(
    [
      row({ name: 'idle: statements a minute', value: (count / seconds) * 60, unit: '/min', must: { atMost: 400 } }),
      row({ name: 'idle: processor of ours', value: percent('ours'), unit: '% of one core' }),
      row({ name: 'idle: processor of PostgreSQL', value: percent('postgres'), unit: '% of one core' }),
      row({ name: 'idle: open connections', value: connections, unit: 'connections' }),
    ],
    values.json,
  );
} finally {
  const ended = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  await ended;
  rmSync(dir, { recursive: true, force: true });
}
