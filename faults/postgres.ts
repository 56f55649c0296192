import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type EmbeddedPostgres, startEmbedded } from '#server/database/embedded.ts';

/** Works with a PostgreSQL of its own. */
export async function withPostgres<T>(
  settings: Record<string, string>,
  work: (postgres: EmbeddedPostgres) => Promise<T>,
): Promise<T> {
  const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-test-'));
  const postgres = await startEmbedded({ dir, settings });
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
