import { type Lately, storeHealth } from '#server/channels/health.ts';
import type { StoredSettings } from '#server/channels/settings.ts';
import type { App } from '#server/platform/context.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';

/** Records the health of a process's channels. */
export interface HealthRecorder {
  /** Null means accepted. */
  note(channel: StoredSettings, failure: DeliveryReason | null, detail?: string | null): void;
  stop(): Promise<void>;
}

/** Stores outcomes at most once per `interval` milliseconds. */
export function startHealth({ db, log }: Pick<App, 'db' | 'log'>, interval: number): HealthRecorder {
  // messages in transit may end with earlier settings
  const waiting = new Map<StoredSettings, Lately>();
  let timer: NodeJS.Timeout | undefined;

  const store = async () => {
    timer = undefined;
    const lately = [...waiting.values()];
    waiting.clear();
    if (!lately.length) return;
    await storeHealth(db, lately).catch(
      (error: Error) => log.debug({ event: 'health_not_stored', error: error.name }), // the next message reports it again
    );
  };
  return {
    note(channel, failure, detail = null) {
      const before = waiting.get(channel) ?? { channel, succeeded: false, failure: null };
      const now = failure === null ? { succeeded: true, endedWell: true } : { failure, detail, endedWell: false };
      waiting.set(channel, { ...before, ...now });
      timer ??= setTimeout(() => void store(), interval);
    },
    async stop() {
      clearTimeout(timer);
      await store();
    },
  };
}
