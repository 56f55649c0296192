// What an installation takes of memory when nothing happens: as one process (ROLES=web,worker) and as npm start runs it.
//   node bench/memory.ts [--webs 1,3] [--seconds 20]
// PSS shares out the pages that several processes have in common (the program itself, above all), so that only its sum says
// what the machine has to have; RSS counts them in each. PostgreSQL stands apart. Each start has an empty folder of its own
// and the demo hospital in it. Linux only.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { webs: { type: 'string', default: '1' }, seconds: { type: 'string', default: '20' } },
});

interface Measured {
  name: string;
  rss: number;
  pss: number;
}

const read = (pid: number, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');

function below(pid: number): number[] {
  const isChild = (other: number) => {
    try {
      return Number(/\) \w (\d+)/.exec(read(other, 'stat'))?.[1]) === pid;
    } catch {
      return false; // it went in between
    }
  };
  const children = readdirSync('/proc').map(Number).filter(Boolean).filter(isChild);
  return [pid, ...children.flatMap(below)];
}

function measure(pid: number): Measured {
  const rollup = read(pid, 'smaps_rollup');
  const megabytes = (key: string) => Number(new RegExp(`^${key}: +(\\d+)`, 'm').exec(rollup)?.[1]) / 1024;
  const isPostgres = read(pid, 'comm').startsWith('postgres');
  const roles = /(?:^|\0)ROLES=([^\0]+)/.exec(isPostgres ? '' : read(pid, 'environ'))?.[1];
  return { name: isPostgres ? 'PostgreSQL' : (roles ?? 'supervisor'), rss: megabytes('Rss'), pss: megabytes('Pss') };
}

const sum = (some: readonly Measured[], key: 'rss' | 'pss') => some.reduce((all, one) => all + one[key], 0);
const line = (name: string, rss: number, pss: number) =>
  console.log(`  ${name.padEnd(24)}${rss.toFixed(0).padStart(8)}${pss.toFixed(0).padStart(8)}`);

function ready(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    program.stdout!.on('data', (text) => {
      const url = /is running: +(\S+)/.exec(String(text))?.[1];
      if (url) resolve(url);
    });
    program.once('exit', () => reject(new Error('it did not start')));
  });
}

/** Starts it, lets it rest and measures all of its processes; answers those that are ours. */
async function installation(title: string, env: Record<string, string>): Promise<Measured[]> {
  const dir = mkdtempSync(path.join(tmpdir(), 'meldekette-memory-'));
  const program = spawn(process.execPath, [path.resolve(import.meta.dirname, '../server/main.ts')], {
    env: { ...process.env, DATABASE_URL: '', DATA_DIR: dir, PORT: '0', DEMO_DATA: '1', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await ready(program);
  for (const page of ['/', '/readyz', '/api/status']) await (await fetch(url + page)).arrayBuffer();
  await sleep(Number(values.seconds) * 1000);
  const all = below(program.pid!).map(measure);
  const ours = all.filter(({ name }) => name !== 'PostgreSQL');
  const postgres = all.filter(({ name }) => name === 'PostgreSQL');
  console.log(title);
  for (const { name, rss, pss } of ours) line(name, rss, pss);
  line('ours together', sum(ours, 'rss'), sum(ours, 'pss'));
  line(`PostgreSQL (${postgres.length})`, sum(postgres, 'rss'), sum(postgres, 'pss'));
  program.kill('SIGTERM');
  await new Promise((resolve) => program.once('exit', resolve));
  rmSync(dir, { recursive: true, force: true });
  return ours;
}

console.log(`MB after ${values.seconds} s          ${'RSS'.padStart(8)}${'PSS'.padStart(8)}`);
const alone = await installation('one process', { ROLES: 'web,worker' });
for (const webs of values.webs.split(',')) {
  const several = await installation(`npm start, WEB_PROCESSES=${webs}`, { WEB_PROCESSES: webs });
  const ratio = (key: 'rss' | 'pss') => (sum(several, key) / sum(alone, key)).toFixed(2);
  console.log(`  of one process: RSS × ${ratio('rss')}, PSS × ${ratio('pss')}`);
}
