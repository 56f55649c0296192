/** What every log is narrowed by; empty is not narrowed. */
export type EveryChoice = { search: string; from: string; to: string };

/** Whether anything is left out. */
export const isFiltered = (filter: Readonly<Record<string, string | null>>): boolean =>
  Object.values(filter).some((value) => value !== null);
