import { type ChildProcess, spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { metricsToken } from '#testing/app.ts';
import { programFile } from '#testing/program.ts';
import type { HealthReport } from './watched.ts';

/** A process of the program, started like an operator does. */
export interface Process {
  pid: number;
  /** The API's address, with the role web. */
  url: string;
  readonly ended: Promise<number | null>;
  /** Resolves to the exit code, null after a signal. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  log(): string;
  health(): HealthReport;
}

interface Wanted {
  role: 'web' | 'worker';
  databaseUrl: string;
  port: number;
  /** Modules of this folder to load before the program. */
  before?: readonly string[] | undefined;
  data?: string | undefined;
  environment?: Record<string, string> | undefined;
}

const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** For all processes and tokens. */
export const secretKey = 'a secret key that only tests know';

/** Starts a worker; resolves when it delivers or is held. */
export async function startWorkerProcess(
  db: Db,
  databaseUrl: string,
  more: Pick<Wanted, 'before' | 'data' | 'environment'> = {},
): Promise<Process> {
  const known = await nodes(db);
  const worker = await start({ role: 'worker', databaseUrl, port: 0, ...more });
  return worker.once(joined(db, known));
}

/** Starts the API; resolves when it responds. */
export async function startWebProcess(databaseUrl: string, port: number): Promise<Process> {
  const web = await start({ role: 'web', databaseUrl, port });
  return web.once(answers(`http://127.0.0.1:${port}`));
}

const usualData = path.join(tmpdir(), 'meldekette-faults');

async function start({ role, databaseUrl, port, before = [], data = usualData, environment = {} }: Wanted) {
  const here = (file: string) => path.resolve(import.meta.dirname, file);
  const imports = ['watched.ts', ...before].flatMap((file) => ['--import', here(file)]);
  // modules loaded before change packages, which the bundle includes
  const program = before.length > 0 ? here('../server/program/main.ts') : await programFile();
  const child = spawn(process.execPath, [...imports, program], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: data,
      ROLES: role,
      PORT: String(port),
      PUBLIC_URL: 'http://meldekette.test',
      SECRET_KEY: secretKey,
      METRICS_TOKEN: metricsToken,
      OWNER_PASSWORD: 'owner password of the tests',
      LOG_LEVEL: 'warn',
      LOCAL_CHANNELS: '1', // the providers are local
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  started.add(child);
  let output = '';
  let health: HealthReport = { megabytes: 0, delay: 0 };
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (chunk: Buffer) => (output += chunk));
  child.on('message', (told) => {
    health = told as HealthReport;
  });
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void ended.then(() => started.delete(child));
  const running: Process = {
    pid: child.pid!,
    url: `http://127.0.0.1:${port}`,
    ended,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
    log: () => output,
    health: () => health,
  };
  return {
    /** Throws if it ends before. */
    async once(ready: Promise<void>): Promise<Process> {
      const early = ended.then((code) => {
        throw new Error(`a process (${role}) ended with ${code}: ${output.slice(-2000)}`);
      });
      early.catch(() => undefined);
      await Promise.race([ready, early]);
      return running;
    },
  };
}

const nodes = async (db: Db) =>
  (await sql<{ id: string }>`select id from nodes where 'worker' = any(roles)`.execute(db)).rows.map(({ id }) => id);

const longestStart = 300_000; // for a busy machine

async function joined(db: Db, before: string[]): Promise<void> {
  for (const end = performance.now() + longestStart; performance.now() < end; await sleep(50)) {
    if ((await nodes(db).catch(() => [])).some((id) => !before.includes(id))) return;
    if (await findHold(db).catch(() => null)) return;
  }
  throw new Error('a worker did not start in time');
}

async function answers(url: string): Promise<void> {
  for (const end = performance.now() + longestStart; performance.now() < end; await sleep(100)) {
    const response = await fetch(`${url}/api/graphql/`, { method: 'POST' }).catch(() => null);
    if (response) return void (await response.arrayBuffer());
  }
  throw new Error('the API did not start in time');
}
