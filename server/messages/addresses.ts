import { domainToASCII } from 'node:url';
import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js';

/** An address as it is handed to a provider, and the form in which two spellings of it are the same. */
export interface Address {
  target: string;
  norm: string;
}

const atom = "[a-z0-9!#$%&'*+/=?^_`{|}~-]+";
const localPart = new RegExp(`^${atom}(?:\\.${atom})*$`, 'i');
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const domainName = new RegExp(`^(?:${label}\\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$`, 'i');

/**
 * A plain address `local@domain.tld`, or null: no display names, groups, comments, quoted parts, control characters or
 * lists, whatever a mail parser would make of them. Umlaut domains come back in their ASCII form.
 */
export function emailAddress(value: string): Address | null {
  const text = value.trim();
  const at = text.lastIndexOf('@');
  if (text.length > 254 || at < 1 || at > 64) return null;
  const local = text.slice(0, at);
  const domain = /^[\p{L}\p{N}.-]+$/u.test(text.slice(at + 1)) ? domainToASCII(text.slice(at + 1)) : '';
  if (!localPart.test(local) || domain.length > 253 || !domainName.test(domain)) return null;
  return { target: `${local}@${domain}`, norm: `${local}@${domain}`.toLowerCase() };
}

const international = /^\+[1-9]\d{6,14}$/;
// numbers that bill the caller: a mistyped or planted one must not run up the bill
const billed = [
  '+979',
  '+1900',
  '+49900',
  '+49137',
  '+43900',
  '+43901',
  '+43930',
  '+43931',
  '+41900',
  '+41901',
  '+41906',
];

/** A telephone number in E.164, or null when it is none or bills the caller; without + it is read as of `country`. */
export function phoneAddress(value: string, country: string): Address | null {
  const text = value.trim();
  const number = international.test(text) ? text : parsed(text, country);
  if (!number || billed.some((prefix) => number.startsWith(prefix))) return null;
  return { target: number, norm: number };
}

function parsed(text: string, country: string): string | null {
  const known = isSupportedCountry(country) ? (country as CountryCode) : 'DE';
  const number = text.length <= 40 ? parsePhoneNumberFromString(text, { defaultCountry: known, extract: false }) : null;
  return number?.isPossible() ? number.number : null;
}

/** The value of a person data field as an address, by the field's type; null when nothing can be sent to it. */
export const addressOf = (fieldType: string, value: string, country: string): Address | null =>
  fieldType === 'email' ? emailAddress(value) : phoneAddress(value, country);
