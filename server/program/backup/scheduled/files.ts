import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '#server/platform/context.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { type Job, listStored, recordDeleted } from './queue.ts';
import { expired, type Retention } from './retention.ts';

/** Returns the file name for a backup that starts now; it sorts by time. */
export const fileNameAt = (now: Date): string =>
  `meldekette-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z.backup`;

/** Removes the files of a backup that was interrupted: it may be incomplete, and no list has it. */
export async function removeRemains({ folder, file }: Pick<Job, 'folder' | 'file'>): Promise<void> {
  if (!folder || !file) return;
  for (const name of [`${file}.part`, file]) await rm(path.join(folder, name), { force: true }).catch(() => undefined);
}

/** Deletes the files that no rule keeps, and notes files of this folder that are gone. Logs a file that can't be deleted. */
export async function tidyFolder(app: App, folder: string, retention: Retention): Promise<void> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(app.db, 'time_zone');
  const stored = (await listStored(app)).filter((job) => job.folder === folder && job.file && job.startedAt);
  const gone: number[] = [];
  for (const { id, file } of stored) if (!(await isThere(path.join(folder, file!)))) gone.push(id);
  const kept = stored.filter(({ id }) => !gone.includes(id)).map((job) => ({ ...job, startedAt: job.startedAt! }));
  const deleted: number[] = [];
  for (const { id, file } of expired(kept, retention, timeZone)) {
    const isDeleted = await rm(path.join(folder, file!)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        app.log.warn({ event: 'backup_not_deleted', backup: id, code: error.code });
        return false;
      },
    );
    if (isDeleted) deleted.push(id);
  }
  await recordDeleted(app, [...gone, ...deleted]);
  if (deleted.length) app.log.info({ event: 'backups_deleted', count: deleted.length });
}

const isThere = (name: string) =>
  stat(name).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
