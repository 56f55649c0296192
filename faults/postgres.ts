import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '#server/platform/database/embedded.ts';
import { programEnvironment } from '#server/platform/database/embedded-cluster.ts';

/** Works with its own PostgreSQL with this environment. */
export async function withPostgres<T>(
  settings: Record<string, string>,
  work: (postgres: EmbeddedPostgres) => Promise<T>,
  environment: Record<string, string> = {},
): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-test-'));
  Object.assign(programEnvironment!, environment);
  const postgres = await startEmbedded({ dir, settings }).finally(() => {
    for (const name of Object.keys(environment)) delete (programEnvironment as Record<string, string>)[name];
  });
  const end = async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
  const interrupted = () => void end().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted);
  try {
    return await work(postgres);
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted);
    await end();
  }
}

/** Sends a signal to PostgreSQL and its backends. */
export async function signalPostgres({ pid }: EmbeddedPostgres, signal: NodeJS.Signals): Promise<void> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
  for (const one of [pid, ...children.trim().split(/\s+/).map(Number)]) {
    try {
      if (one) process.kill(one, signal);
    } catch {
      // it has already ended
    }
  }
}
