import type { App } from '#server/context.ts';
import { publish } from '#server/live/live.ts';

/** Tells which messages moved, rarely enough for any number of recipients. */
export interface Progress {
  changed(messageIds: readonly number[]): void;
  stop(): Promise<void>;
}

/** Gathers what changed and tells it at most once in `interval` milliseconds. */
export function startProgress({ db, log }: Pick<App, 'db' | 'log'>, interval: number): Progress {
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;

  const tell = async () => {
    timer = undefined;
    const message = [...waiting];
    waiting.clear();
    await publish(db, { message });
  };
  const failed = (error: Error) => log.debug({ event: 'progress_not_told', error: error.name });
  return {
    changed(messageIds) {
      for (const id of messageIds) waiting.add(id);
      if (waiting.size) timer ??= setTimeout(() => void tell().catch(failed), interval);
    },
    async stop() {
      clearTimeout(timer);
      await tell().catch(failed);
    },
  };
}
