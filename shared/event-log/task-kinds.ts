import { type Count, kind } from './kind.ts';

/**
 * `group` is the responsible function, `person` a number, because erasing removes names. Older entries lack the person
 * and the deadline.
 */
type Task = { task: number; text: string; group: string | null; person?: number | null; dueAt?: Date | string | null };

type Begun = Task & { dueMinutes?: number | null };

const who = {
  de: ({ group, text }: Task) => `${group ? ` für ${group}` : ''}: ${text}`,
  en: ({ group, text }: Task) => `${group ? ` for ${group}` : ''}: ${text}`,
};

const until = {
  de: ({ dueMinutes }: Begun, count: Count) =>
    dueMinutes == null ? '' : ` – binnen ${count(dueMinutes, 'Minute', 'Minuten')}`,
  en: ({ dueMinutes }: Begun, count: Count) =>
    dueMinutes == null ? '' : ` – within ${count(dueMinutes, 'minute', 'minutes')}`,
};

/** Log texts about tasks. */
export const taskKinds = {
  tasks_begun: kind<{ tasks: number }>({
    de: ({ tasks }, count) => `Checkliste begonnen: ${count(tasks, 'Aufgabe', 'Aufgaben')}`,
    en: ({ tasks }, count) => `Checklist started: ${count(tasks, 'task', 'tasks')}`,
  }),
  task_begun: kind<Begun>({
    de: (task, count) => `Aufgabe der Checkliste${who.de(task)}${until.de(task, count)}`,
    en: (task, count) => `Task of the checklist${who.en(task)}${until.en(task, count)}`,
  }),
  task_added: kind<Begun>({
    de: (task, count) => `Neue Aufgabe${who.de(task)}${until.de(task, count)}`,
    en: (task, count) => `New task${who.en(task)}${until.en(task, count)}`,
  }),
  task_done: kind<Task>({
    de: (task) => `Aufgabe erledigt${who.de(task)}`,
    en: (task) => `Task done${who.en(task)}`,
  }),
  task_reopened: kind<Task>({
    de: (task) => `Aufgabe doch nicht erledigt${who.de(task)}`,
    en: (task) => `Task not done after all${who.en(task)}`,
  }),
};
