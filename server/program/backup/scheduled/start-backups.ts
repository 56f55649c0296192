import { readBackupSettings } from '#server/administration/backups/settings.ts';
import type { App } from '#server/platform/context.ts';
import { nameProcess } from '#server/platform/nodes/process-id.ts';
import type { Outlook, WorkPace } from '#server/platform/nodes/work-pace.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { lastDue } from './due.ts';
import { removeRemains } from './files.ts';
import { addDue, claimBackup, failInterrupted, findInterrupted, hasWork } from './queue.ts';
import { runJob } from './run-job.ts';

/** The part of a worker that makes and proves backups. */
interface Backups {
  stop(): Promise<void>;
}

/** Makes and proves backups in one worker at a time. Makes up for missed times. */
export function startBackups(app: App, pace: WorkPace): Backups {
  const node = nameProcess();
  const stopping = new AbortController();
  const look = async (): Promise<Outlook> => {
    const settings = await readBackupSettings(app.db);
    if (settings.isActive && settings.activeSince) {
      const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(app.db, 'time_zone');
      const due = lastDue(new Date(), settings.startAt, timeZone);
      if (due > settings.activeSince) await addDue(app, due);
    }
    if (!(await hasWork(app))) return { isOpen: false, dueIn: null };
    for (const job of await findInterrupted(app)) {
      app.log.warn({ event: 'backup_interrupted', backup: job.id });
      const size = job.status === 'running' ? await removeRemains(job) : null;
      await failInterrupted(app, job, size);
    }
    const job = await claimBackup(app, node);
    // the settings may be newer than those above
    if (job) await runJob({ app, node, settings: await readBackupSettings(app.db), signal: stopping.signal }, job);
    return { isOpen: job !== null, dueIn: null }; // a backup is proved next
  };
  const loop = pace.loop(app.log, 'backups', [2_000, 3_000], look, { calm: [10_000, 15_000], isWatched: true });
  const unwatch = app.live.watch('jobs', loop.wake);
  return {
    async stop() {
      unwatch();
      stopping.abort();
      await loop.stop();
    },
  };
}
