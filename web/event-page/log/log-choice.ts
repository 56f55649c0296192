/** Kinds of entries that belong together, in the order shown. */
export const logGroups = [
  'NOTE',
  'MESSAGE',
  'ANSWER',
  'TASK',
  'SITUATION_REPORT',
  'EVENT',
  'TRIGGER',
  'MONITOR',
] as const;

/** What of a log is wanted. */
export interface LogChoice {
  groups: (typeof logGroups)[number][];
  person: string;
  from: string | null;
  until: string | null;
}

/** All of it. */
export const noChoice: LogChoice = { groups: [], person: '', from: null, until: null };

/** Whether a log is narrowed. */
export const isNarrowed = ({ groups, person, from, until }: LogChoice): boolean =>
  groups.length > 0 || person.trim() !== '' || from !== null || until !== null;
