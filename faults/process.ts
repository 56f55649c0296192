import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/database/connect.ts';

/** A worker process: the program itself, as an operator starts it. */
export interface WorkerProcess {
  pid: number;
  /** Ends it with a signal and waits for its end; answers the exit code, null when the signal ended it. */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>;
  /** Everything it logged. */
  log(): string;
}

const started = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts a worker on a database and resolves when it takes part in delivering. */
export async function startWorkerProcess(db: Db, databaseUrl: string): Promise<WorkerProcess> {
  const before = await nodes(db);
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, '../server/main.ts')], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      ROLES: 'worker',
      PUBLIC_URL: 'http://meldekette.test',
      SECRET_KEY: 'a secret key that only tests know',
      OWNER_PASSWORD: 'owner password of the tests',
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void ended.then(() => started.delete(child));
  const early = ended.then((code) => {
    throw new Error(`the worker ended with ${code}: ${output}`);
  });
  await Promise.race([joined(db, before), early]);
  early.catch(() => undefined);
  return {
    pid: child.pid!,
    async end(signal) {
      child.kill(signal);
      return ended;
    },
    log: () => output,
  };
}

const nodes = async (db: Db) => (await sql<{ id: string }>`select id from nodes`.execute(db)).rows.map(({ id }) => id);

async function joined(db: Db, before: string[]): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if ((await nodes(db)).some((id) => !before.includes(id))) return;
    await sleep(50);
  }
  throw new Error('the worker did not start within 30 s');
}
