import type { Label } from './label.ts';

/** The ways by which a trigger starts its alarm, and what they are called. */
export const triggerWays = {
  sms: { de: 'SMS', en: 'SMS' },
  mail: { de: 'E-Mail', en: 'E-mail' },
  call: { de: 'Anruf', en: 'Call' },
  post: { de: 'Anfrage eines Programms', en: 'Request of a program' },
} as const satisfies Record<string, Label>;

/** One of the ways. */
export type TriggerWay = keyof typeof triggerWays;

/** How often a wrong PIN may come in a row before the way is locked. */
export const wrongPinsAllowed = 5;

/** Which PINs are taken: digits only, so that they can be dialled. */
export const pinPattern = /^\d{6,12}$/;
