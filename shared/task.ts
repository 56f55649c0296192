/** Most minutes that a task may have until it is due: a week. */
export const longestDeadline = 7 * 24 * 60;
