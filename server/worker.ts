import { startSettling } from '#server/delivery/settle-callbacks.ts';
import { startDelivering } from '#server/delivery/start.ts';
import { advanceMessages, launchDue } from '#server/messages/end/advance-messages.ts';
import { startLoop } from '#server/nodes/loop.ts';
import { type Times, usualTimes } from '#server/nodes/times.ts';
import { startCommands } from '#server/triggers/take-commands.ts';
import { startWebhooks } from '#server/webhooks/start.ts';
import { ConfigError } from './config.ts';
import type { App } from './context.ts';

/** The background part of a process. */
export interface Worker {
  stop(): Promise<void>;
}

/** Starts the background work of this process: the clockwork around messages, delivering them, what providers report, alarms that start without the screen, and telling webhooks. */
export async function startWorker(app: App, times: Times = usualTimes): Promise<Worker> {
  if (!app.publicUrl) {
    throw new ConfigError(
      'PUBLIC_URL: must be set where a process only has the role worker; answer links begin with it',
    );
  }
  const clockwork = startLoop(app.log, 'messages', times.poll, () => advanceMessages(app));
  const launching = startLoop(app.log, 'launches', times.poll, () => launchDue(app));
  const unwatch = app.live.watch('work', clockwork.wake);
  const settling = startSettling(app);
  const commands = startCommands(app);
  const delivering = await startDelivering(app, times, settling.wake);
  const webhooks = startWebhooks(app);
  return {
    async stop() {
      unwatch();
      await Promise.all([
        launching.stop(),
        clockwork.stop(),
        delivering.stop(),
        settling.stop(),
        commands.stop(),
        webhooks.stop(),
      ]);
    },
  };
}
