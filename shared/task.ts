/** Maximum minutes until a task is due: a week. */
export const longestDeadline = 7 * 24 * 60;
