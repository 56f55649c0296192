/**
 * Returns the name of an event without the time suffix that separates events of one type in lists ("Brand, 27.11.
 * 12:49"). Sent texts don't contain the suffix.
 */
export const withoutMoment = (name: string): string =>
  name.replace(/, \d{1,2}[./]\d{1,2}\.? \d{1,2}:\d{2}(?: ?[ap]m)?$/i, '');
