// Measures the memory of an idle installation: as one process (ROLES=web,worker) and as npm start runs it.
//   node bench/memory.ts [--webs 1,3] [--seconds 20] [--json]
// PSS divides shared pages (above all the program itself) among processes, so that its sum is the machine's actual use; RSS
// counts them in each. PostgreSQL is listed separately. Each start has its own empty folder with the demo hospital. Linux only.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { memoryBelow, type ProcessMemory } from './processes.ts';
import { print, row } from './row.ts';

const { values } = parseArgs({
  options: {
    webs: { type: 'string', default: '1' },
    seconds: { type: 'string', default: '20' },
    json: { type: 'boolean' },
  },
});

const sum = (some: readonly ProcessMemory[], key: 'rss' | 'pss') => some.reduce((all, one) => all + one[key], 0);

function ready(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    program.stdout!.on('data', (text) => {
      const url = /is running: +(\S+)/.exec(String(text))?.[1];
      if (url) resolve(url);
    });
    program.once('exit', () => reject(new Error('it did not start')));
  });
}

async function installation(title: string, env: Record<string, string>): Promise<ProcessMemory[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-memory-'));
  const program = spawn(process.execPath, [path.resolve(import.meta.dirname, '../server/program/main.ts')], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dir, PORT: '0', DEMO_DATA: '1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await ready(program);
  for (const page of ['/', '/readyz', '/api/status']) await (await fetch(url + page)).arrayBuffer();
  await sleep(Number(values.seconds) * 1000);
  const all = memoryBelow(program.pid!);
  const ours = all.filter(({ name }) => name !== 'PostgreSQL');
  const postgres = all.filter(({ name }) => name === 'PostgreSQL');
  const rowOf = (name: string, value: number) => row({ name: `${title}: ${name}`, value, unit: 'MB' });
  print(
    [
      ...ours.map(({ name, rss }) => rowOf(`RSS of ${name}`, rss)),
      rowOf(`PostgreSQL (${postgres.length} processes), PSS`, sum(postgres, 'pss')),
    ],
    values.json,
  );
  program.kill('SIGTERM');
  await new Promise((resolve) => program.once('exit', resolve));
  rmSync(dir, { recursive: true, force: true });
  return ours;
}

const alone = await installation('at rest, one process', { ROLES: 'web,worker' });
for (const webs of values.webs.split(',')) {
  const title = `at rest, npm start with WEB_PROCESSES=${webs}`;
  const several = await installation(title, { WEB_PROCESSES: webs });
  const value = sum(several, 'pss');
  print([row({ name: `${title}: PSS of ours`, value, unit: 'MB', reference: sum(alone, 'pss') })], values.json);
}
