/** Removes the time that separates equal event names in lists ("Brand, 27.11. 12:49"). Sent texts don't contain it. */
export const withoutMoment = (name: string): string =>
  name.replace(/, \d{1,2}[./]\d{1,2}\.? \d{1,2}:\d{2}(?: ?[ap]m)?$/i, '');
