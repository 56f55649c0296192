/** Returns states as a list in SQL. Without kysely, so that the supervisor stays small. */
export const listOf = (statuses: readonly string[]): string => `(${statuses.map((one) => `'${one}'`).join(', ')})`;
