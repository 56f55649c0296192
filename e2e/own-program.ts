import { type ChildProcess, spawn } from 'node:child_process';
import { programFile } from '#testing/program.ts';
import { owner } from './owner.ts';

/** The running programs, each with its end. */
const started = new Map<ChildProcess, Promise<void>>();

/** Ends all programs that this file started. */
export async function endPrograms(): Promise<void> {
  for (const child of started.keys()) child.kill('SIGTERM');
  await Promise.all(started.values());
}

/** Starts the program on its own folder. */
export async function startProgram(
  folder: string,
  env: Record<string, string>,
): Promise<{ url: string; end: () => Promise<void> }> {
  const child = spawn(
    process.execPath,
    [`--import=./scripts/follow-parent.mjs?pid=${process.pid}`, await programFile()],
    {
      env: {
        ...process.env,
        DATA_DIR: folder,
        DATABASE_URL: '',
        DEMO_DATA: '0',
        HOST: '127.0.0.1',
        LOG_LEVEL: 'silent',
        OWNER_EMAIL: owner.email,
        OWNER_PASSWORD: owner.password,
        PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  started.set(child, ended);
  void ended.then(() => started.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
        const found = /is running: +(\S+)\s/.exec(said)?.[1]; // the address may come in two pieces
        if (found) resolve(found);
      });
    void ended.then(() => reject(new Error(said)));
  });
  return {
    url,
    async end() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}
