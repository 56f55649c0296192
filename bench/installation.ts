import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type Db } from '#server/platform/database/connect.ts';
import { startEmbedded } from '#server/platform/database/embedded.ts';
import { freePort } from '#testing/free-port.ts';

/** An installation of its own, which is started like `npm start`. */
export interface BenchInstallation {
  start(): ChildProcess;
  /** Returns whether a path is answered with 200. */
  answersWith(where: string): Promise<boolean>;
  /** Works on its running database. */
  inDatabase<T>(work: (db: Db) => Promise<T>): Promise<T>;
  remove(): void;
}

const root = path.resolve(import.meta.dirname, '..');
const patience = 120_000;

export async function createInstallation(name: string, more: Record<string, string> = {}): Promise<BenchInstallation> {
  const dir = mkdtempSync(path.join(tmpdir(), `meldekette-${name}-`));
  const port = await freePort();
  const env = { DATABASE_URL: '', DATA_DIR: dir, PORT: String(port), DEMO_DATA: '0', LOG_LEVEL: 'warn' };
  return {
    start: () =>
      spawn(process.execPath, [path.join(root, 'scripts/run.mjs'), 'server/program/main.ts'], {
        cwd: root,
        env: { ...process.env, ...env, OWNER_PASSWORD: 'owner password of the bench', ...more },
        stdio: ['ignore', 'ignore', 'inherit'],
      }),
    answersWith: (where) =>
      fetch(`http://127.0.0.1:${port}${where}`, {
        headers: { connection: 'close' },
        signal: AbortSignal.timeout(5_000),
      }).then(
        async (answer) => {
          await answer.arrayBuffer();
          return answer.ok;
        },
        () => false,
      ),
    async inDatabase(work) {
      const { url: address, stop } = await startEmbedded({ dir: path.join(dir, 'database'), database: 'meldekette' });
      await stop(); // it continues, because the program uses it
      const { db, close } = connect(address);
      try {
        return await work(db);
      } finally {
        await close();
      }
    },
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

/** Waits until something holds; returns the time. */
export async function momentOf(look: () => Promise<boolean> | boolean): Promise<number> {
  for (const end = performance.now() + patience; performance.now() < end; await sleep(20)) {
    if (await look()) return performance.now();
  }
  throw new Error('it took longer than two minutes');
}

/** Ends a started program in order. */
export async function endProgram(program: ChildProcess): Promise<void> {
  const ended = new Promise((resolve) => program.once('exit', resolve));
  program.kill('SIGTERM');
  await ended;
}
