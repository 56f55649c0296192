/** Returns the id of a list option by its position. The box uses it for the active option. */
export const optionId = (list: string, at: number): string => `${list}-${at}`;
