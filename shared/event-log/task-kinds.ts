import { kind } from './kind.ts';

/** `group` is the function that does it, by name; people stand with the task, and go from it when they are erased. */
type Task = { task: number; text: string; group: string | null };

const who = {
  de: ({ group, text }: Task) => `${group ? ` für ${group}` : ''}: ${text}`,
  en: ({ group, text }: Task) => `${group ? ` for ${group}` : ''}: ${text}`,
};

/** What the log says about tasks. */
export const taskKinds = {
  tasks_begun: kind<{ tasks: number }>({
    de: ({ tasks }, count) => `Checkliste begonnen: ${count(tasks, 'Aufgabe', 'Aufgaben')}`,
    en: ({ tasks }, count) => `Checklist begun: ${count(tasks, 'task', 'tasks')}`,
  }),
  task_added: kind<Task>({
    de: (task) => `Neue Aufgabe${who.de(task)}`,
    en: (task) => `New task${who.en(task)}`,
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
