import { randomBytes } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { App } from '#server/platform/context.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { type Job, listIn, recordFiles } from './queue.ts';
import { expired, type Retention } from './retention.ts';

/** Returns a sortable name; two installations may share a folder. */
export const fileNameAt = (now: Date): string =>
  `meldekette-${now.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z-${randomBytes(3).toString('hex')}.backup`;

/**
 * Removes an interrupted backup's incomplete file. Returns its complete file's size, or null. A complete file stays: it
 * may be the restored one.
 */
export async function removeRemains({ folder, file }: Pick<Job, 'folder' | 'file'>): Promise<number | null> {
  if (!folder || !file) return null;
  await rm(path.join(folder, `${file}.part`), { force: true }).catch(() => undefined);
  return stat(path.join(folder, file)).then(
    ({ size }) => size,
    () => null,
  );
}

/** Deletes files without a rule. Records missing files, for example of an unmounted folder. */
export async function tidyFolder(app: App, folder: string, retention: Retention): Promise<void> {
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(app.db, 'time_zone');
  const missing: number[] = [];
  const kept: (Job & { startedAt: Date; file: string })[] = [];
  for (const job of await listIn(app, folder)) {
    const [startedAt, file] = [job.startedAt!, job.file!];
    if (await isThere(path.join(folder, file))) kept.push({ ...job, startedAt, file });
    else missing.push(job.id);
  }
  const deleted: number[] = [];
  for (const { id, file } of expired(kept, retention, timeZone)) {
    const isDeleted = await rm(path.join(folder, file)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        app.log.warn({ event: 'backup_not_deleted', backup: id, code: error.code });
        return false;
      },
    );
    if (isDeleted) deleted.push(id);
  }
  const found = kept.map(({ id }) => id).filter((id) => !deleted.includes(id));
  await recordFiles(app, [...missing, ...deleted], found);
  if (deleted.length) app.log.info({ event: 'backups_deleted', count: deleted.length });
}

const isThere = (name: string) =>
  stat(name).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
