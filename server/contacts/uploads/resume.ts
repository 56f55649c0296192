import type { App } from '#server/platform/context.ts';
import { underWay } from './exclusive.ts';

/** Resumes interrupted uploads. */
export async function resumeUploads({ db, jobs }: Pick<App, 'db' | 'jobs'>): Promise<void> {
  const running = await db.selectFrom('uploads').select('id').where('status', 'in', underWay).execute();
  await jobs.enqueue(db, 'upload', ...running.map(({ id }) => ({ upload: id })));
}
