import type { TaskRow } from './queries.ts';

/** Returns whether a task's deadline has passed before it is done. */
export const isOverdue = ({ doneAt, dueAt }: Pick<TaskRow, 'doneAt' | 'dueAt'>, now: number): boolean =>
  doneAt === null && dueAt !== null && Date.parse(dueAt) <= now;
