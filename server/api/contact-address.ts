import { cleanAddress, withoutDecimal } from '#shared/clean-text.ts';
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

/** What Telegram calls the chat with one person, or null when it is none: those of groups are negative. */
export function chatAddress(value: string): Address | null {
  const id = withoutDecimal(cleanAddress(value));
  return /^[1-9]\d{0,15}$/.test(id) ? { target: id, norm: id } : null;
}

/** The value of a person data field as an address, by the field's type; null when nothing can be sent to it. */
export function addressOf(fieldType: string, value: string, country: string): Address | null {
  if (fieldType === 'email') return emailAddress(value);
  return fieldType === 'telegram' ? chatAddress(value) : phoneAddress(value, country);
}
