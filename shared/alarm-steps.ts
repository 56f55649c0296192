/** Seconds after which each channel type comes, by its identifier; what is left out comes at once. */
export type AlarmSteps = Readonly<Record<string, number>>;

/** Push, chat and e-mail at once, SMS after 20 seconds, the call a minute after that. */
export const standardSteps: AlarmSteps = { sms: 20, voice: 80 };

/** Everything at once. */
export const allAtOnce: AlarmSteps = {};

/** The latest a step may come, in seconds. */
export const longestDelay = 3600;

const identifier = /^[a-z][a-z0-9_]{0,49}$/;

/** Steps as they are stored, without what comes at once anyway; null when they are none. */
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

/** After how many seconds a channel type comes. */
export const delayOf = (steps: AlarmSteps, type: string): number => (Object.hasOwn(steps, type) ? steps[type]! : 0);
