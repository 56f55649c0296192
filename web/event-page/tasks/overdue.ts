import type { TaskRow } from './queries.ts';

/** Whether a task should be done by now and is not. */
export const isOverdue = ({ doneAt, dueAt }: Pick<TaskRow, 'doneAt' | 'dueAt'>, now: number): boolean =>
  doneAt === null && dueAt !== null && Date.parse(dueAt) <= now;
