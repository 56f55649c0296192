import { type Address, emailAddress } from '#shared/email-address.ts';
import { billsCaller, phoneNumber } from '#shared/phone-number.ts';

const international = /^\+[1-9]\d{6,14}$/;

/**
 * A telephone number in E.164, or null when it is none or bills the caller; without + it is read as of `country`. Stored
 * numbers have their form already and are not parsed again, which matters with a hundred thousand of them.
 */
export function phoneAddress(value: string, country: string): Address | null {
  const text = value.trim();
  const number = international.test(text) ? text : phoneNumber(text, country);
  if (!number || billsCaller(number)) return null;
  return { target: number, norm: number };
}

/** The value of a person data field as an address, by the field's type; null when nothing can be sent to it. */
export const addressOf = (fieldType: string, value: string, country: string): Address | null =>
  fieldType === 'email' ? emailAddress(value) : phoneAddress(value, country);
