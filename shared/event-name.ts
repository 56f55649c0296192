/**
 * Returns the name of an event without the moment that the program puts behind a kind to tell two events apart
 * ("Brand, 27.11. 12:49"): only lists show it, no text that is sent.
 */
export const withoutMoment = (name: string): string =>
  name.replace(/, \d{1,2}[./]\d{1,2}\.? \d{1,2}:\d{2}(?: ?[ap]m)?$/i, '');
