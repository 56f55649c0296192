/** Groups of related kinds of entries, in display order. */
export const logGroupOrder = [
  'NOTE',
  'MESSAGE',
  'ANSWER',
  'TASK',
  'DEADLINE',
  'SITUATION_REPORT',
  'EVENT',
  'TRIGGER',
  'MONITOR',
] as const;

/** The filters of a log. */
export interface LogChoice {
  groups: (typeof logGroupOrder)[number][];
  person: string;
  from: string | null;
  until: string | null;
}

/** No filter. */
export const noChoice: LogChoice = { groups: [], person: '', from: null, until: null };

/** Returns whether a filter is set. */
export const isNarrowed = ({ groups, person, from, until }: LogChoice): boolean =>
  groups.length > 0 || person.trim() !== '' || from !== null || until !== null;
