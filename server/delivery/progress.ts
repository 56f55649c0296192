import type { App } from '#server/context.ts';
import { publish } from '#server/live/live.ts';

/** Tells which messages moved, rarely enough for any number of recipients. */
export interface Progress {
  changed(messageIds: readonly number[]): void;
  stop(): Promise<void>;
}

/** Gathers what changed and tells it at most once in `interval` milliseconds; what could not be told is told with the next. */
export function startProgress({ db, log }: Pick<App, 'db' | 'log'>, interval: number): Progress {
  const waiting = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const tell = async () => {
    timer = undefined;
    const message = [...waiting];
    waiting.clear();
    await publish(db, { message }).catch((error: Error) => {
      log.debug({ event: 'progress_not_told', error: error.name });
      for (const id of message) waiting.add(id);
    });
  };
  const soon = () => {
    if (waiting.size && !stopped) timer ??= setTimeout(() => void tell().then(soon), interval);
  };
  return {
    changed(messageIds) {
      for (const id of messageIds) waiting.add(id);
      soon();
    },
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await tell();
    },
  };
}
