import type { Label } from './label.ts';

/** The ways to start a trigger's alarm, with their names. */
export const triggerWays = {
  sms: { de: 'SMS', en: 'SMS' },
  mail: { de: 'E-Mail', en: 'E-mail' },
  call: { de: 'Anruf', en: 'Call' },
  post: { de: 'Anfrage eines Programms', en: 'Request of a program' },
} as const satisfies Record<string, Label>;

export type TriggerWay = keyof typeof triggerWays;

/** Number of consecutive wrong PINs before the way is locked. */
export const wrongPinsAllowed = 5;

/** PINs of digits, which can be dialed. */
export const pinPattern = /^\d{6,12}$/;
