import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';

/**
 * Returns a function that returns the loops of a worker with due work, in one statement. It names `delivery` also after
 * a change of a channel, which delivery may have to open or close. `others` are loops that this worker doesn't have.
 */
export function lookForWork({ db }: Pick<App, 'db'>, others: readonly string[] = []): () => Promise<readonly string[]> {
  let known: string | null = null;
  return async () => {
    const { rows } = await sql<{ loops: string[]; channels: string }>`
      select loops, channels from resting_work()`.execute(db);
    const { channels } = rows[0]!;
    const loops = rows[0]!.loops.filter((loop) => !others.includes(loop));
    const isChanged = known !== null && known !== channels;
    known = channels;
    return isChanged ? [...loops, 'delivery'] : loops;
  };
}
