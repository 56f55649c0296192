import { type ChildProcess, spawn } from 'node:child_process';
import { programFile } from '#testing/program.ts';
import { owner } from './owner.ts';

const started = new Set<ChildProcess>();

/** Ends all programs that this file started. */
export function endPrograms(): void {
  for (const child of started) child.kill('SIGTERM');
}

/** Starts the program on a folder of its own, as an operator does; resolves when it answers. */
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
  started.add(child);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  void ended.then(() => started.delete(child));
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (text) => {
        said += text;
        const found = /is running: +(\S+)/.exec(said)?.[1];
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
