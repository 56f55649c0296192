/** The filters of every log; an empty string doesn't filter. */
export type EveryChoice = { search: string; from: string; to: string };

/** Returns whether a filter is set. */
export const isFiltered = (filter: Readonly<Record<string, string | null>>): boolean =>
  Object.values(filter).some((value) => value !== null);
