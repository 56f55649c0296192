/** Delays in seconds by channel type; absent types start at once. */
export type AlarmSteps = Readonly<Record<string, number>>;

/** Push, chat, and email at once, SMS after 20 seconds, the call a minute after that. */
export const standardSteps: AlarmSteps = { sms: 20, voice: 80 };

export const allAtOnce: AlarmSteps = {};

/** Maximum delay of a step, in seconds. */
export const longestDelay = 3600;

const identifier = /^[a-z][a-z0-9_]{0,49}$/;

/** Returns the steps without zero delays; null if invalid. */
export function readAlarmSteps(given: unknown): AlarmSteps | null {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return null;
  const entries = Object.entries(given);
  const fits = ([type, seconds]: [string, unknown]) =>
    identifier.test(type) &&
    Number.isInteger(seconds) &&
    (seconds as number) >= 0 &&
    (seconds as number) <= longestDelay;
  if (entries.length > 50 || !entries.every(fits)) return null;
  return Object.fromEntries(entries.filter(([, seconds]) => seconds > 0).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the delay of a channel type in seconds. */
export const delayOf = (steps: AlarmSteps, type: string): number => (Object.hasOwn(steps, type) ? steps[type]! : 0);
