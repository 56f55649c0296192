import { isOutdated } from '#server/database/newer-release.ts';
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

/**
 * Starts the background work of this process: the clockwork around messages, delivering them, what providers report, alarms
 * that start without the screen, and telling webhooks. All of it ends, jobs too, when a newer release has migrated the
 * database.
 */
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
  const end = async () => {
    unwatch();
    const parts = [launching, clockwork, delivering, settling, commands, webhooks];
    await Promise.all([app.jobs.rest(), ...parts.map((part) => part.stop())]);
  };
  let ended: Promise<void> | undefined;
  const release = startLoop(app.log, 'release', [times.heartbeat, times.heartbeat], async () => {
    if (ended || !(await isOutdated(app))) return;
    app.log.error({ event: 'release_outdated' });
    ended = end();
  });
  return {
    async stop() {
      await release.stop();
      ended ??= end();
      await ended;
    },
  };
}
