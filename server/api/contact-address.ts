import { cleanAddress, withoutDecimal } from '#shared/clean-text.ts';
import { type Address, emailAddress } from '#shared/email-address.ts';
import { billsCaller, phoneNumber } from '#shared/phone-number.ts';

const international = /^\+[1-9]\d{6,14}$/;

/** Returns a phone number in E.164; null if invalid or premium-rate. Numbers without + belong to `country`. */
export function phoneAddress(value: string, country: string): Address | null {
  const text = value.trim();
  const number = international.test(text) ? text : phoneNumber(text, country);
  if (!number || billsCaller(number)) return null;
  return { target: number, norm: number };
}

/** Returns Telegram's id of a chat with one person; null otherwise, because groups have negative ids. */
export function chatAddress(value: string): Address | null {
  const id = withoutDecimal(cleanAddress(value));
  return /^[1-9]\d{0,15}$/.test(id) ? { target: id, norm: id } : null;
}

/** Returns a value as an address, by its field's type; null if unusable. */
export function addressOf(fieldType: string, value: string, country: string): Address | null {
  if (fieldType === 'email') return emailAddress(value);
  return fieldType === 'telegram' ? chatAddress(value) : phoneAddress(value, country);
}
