/** Returns a list option's id by position. */
export const optionId = (list: string, at: number): string => `${list}-${at}`;
