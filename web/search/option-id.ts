/** The id of an option of a list, by its place; the box names the one the keyboard stands on. */
export const optionId = (list: string, at: number): string => `${list}-${at}`;
