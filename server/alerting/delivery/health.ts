import { type Lately, storeHealth } from '#server/channels/health.ts';
import type { App } from '#server/platform/context.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

/** Notes how the channels of a process are doing. */
export interface Health {
  /** What became of a message that a channel was given; without a reason it was taken. */
  note(channelId: number, failure: DeliveryReason | null, detail?: string | null): void;
  stop(): Promise<void>;
}

/** Gathers what is noted and stores it at most once in `interval` milliseconds, however many messages there were. */
export function startHealth({ db, log }: Pick<App, 'db' | 'log'>, interval: number): Health {
  const waiting = new Map<number, Lately>();
  let timer: NodeJS.Timeout | undefined;

  const store = async () => {
    timer = undefined;
    const lately = new Map(waiting);
    waiting.clear();
    if (!lately.size) return;
    await storeHealth(db, lately).catch(
      (error: Error) => log.debug({ event: 'health_not_stored', error: error.name }), // the next message says it again
    );
  };
  return {
    note(channelId, failure, detail = null) {
      const before = waiting.get(channelId) ?? { succeeded: false, failure: null };
      waiting.set(channelId, failure === null ? { ...before, succeeded: true } : { ...before, failure, detail });
      timer ??= setTimeout(() => void store(), interval);
    },
    async stop() {
      clearTimeout(timer);
      await store();
    },
  };
}
