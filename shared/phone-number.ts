import { type CountryCode, isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/max';

const countryOf = (country: string): CountryCode => (isSupportedCountry(country) ? (country as CountryCode) : 'DE');

// numbers that bill the caller, whatever the numbering plan calls them
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

/** Whether a number in E.164 bills the caller: a planted one must not run up the bill. */
export const billsCaller = (number: string): boolean => billed.some((prefix) => number.startsWith(prefix));

/**
 * A telephone number in E.164, or null when it is none. Without + it is read as one of `country` and must exist in its
 * numbering plan, so that a missing digit is noticed; written out with + it only must have a possible length, because
 * plans change. Numbers that bill the caller are none.
 */
export function phoneNumber(value: string, country: string): string | null {
  const text = value.trim();
  if (text.length > 40) return null;
  const number = parsePhoneNumberFromString(text, { defaultCountry: countryOf(country), extract: false });
  if (!number || number.ext || number.getType() === 'PREMIUM_RATE' || billsCaller(number.number)) return null;
  const isWrittenOut = /^(\+|00)/.test(text);
  return (isWrittenOut ? number.isPossible() : number.isValid()) ? number.number : null;
}

/** Whether a number in E.164 is one of a mobile telephone, where the numbering plan tells. */
export const isMobileNumber = (number: string): boolean => parsePhoneNumberFromString(number)?.getType() === 'MOBILE';

const mostKept = 20_000;
const kept = new Map<string, string>();

/**
 * A stored number as people of `country` write it: national for their own, else international. One outside the
 * numbering plan stays as it is, so that it can be entered again as it is shown.
 */
export function shownPhone(number: string, country: string): string {
  const key = `${country}${number}`;
  const known = kept.get(key);
  if (known !== undefined) return known;
  const shown = written(number, country);
  if (kept.size >= mostKept) kept.clear();
  kept.set(key, shown);
  return shown;
}

function written(number: string, country: string): string {
  const parsed = parsePhoneNumberFromString(number);
  if (!parsed?.isValid()) return number;
  return parsed.country === countryOf(country) ? parsed.formatNational() : parsed.formatInternational();
}
