import {
  type CountryCode,
  getCountryCallingCode,
  isSupportedCountry,
  Metadata,
  type PhoneNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { cleanAddress } from './clean-text.ts';
import type { PhoneRemark } from './phone-remarks.ts';

const countryOf = (country: string): CountryCode => (isSupportedCountry(country) ? (country as CountryCode) : 'DE');

// Numbers that charge the caller, regardless of their numbering plan type.
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

/** Returns whether a number in E.164 charges the caller: a planted number must not cause costs. */
export const billsCaller = (number: string): boolean => billed.some((prefix) => number.startsWith(prefix));

/** A telephone number in E.164, with remarks for a person to check. */
export interface PhoneReading {
  number: string;
  remarks: PhoneRemark[];
}

/**
 * Reads a telephone number in any notation, or null if it is invalid or charges the caller. All inputs use it, so that
 * they agree on the subscriber:
 *
 * - A number with + or 00 needs only a possible length, because numbering plans change.
 * - Any other number must exist in the plan of `country`, so that a missing digit is noticed.
 * - If it starts with the calling code of `country` and the rest is a mobile number, the + is missing: spreadsheets
 *   drop it. No landline is that long in practice.
 *
 * `isMobile`: the field is for mobile numbers.
 */
export function readPhone(value: string, country: string, isMobile = false): PhoneReading | null {
  const text = tidied(value);
  if (text.length > 40 || notOne.test(text)) return null;
  // "0171 3920099.0": a mobile number has no extension, but a switchboard may have extension 0.
  const [, whole] = /^(.*\d) ?[.,]0{1,2}$/.exec(text) ?? [];
  const reading = whole === undefined ? null : readTidied(whole, country, isMobile);
  return reading && isMobileNumber(reading.number) ? reading : readTidied(text, country, isMobile);
}

/**
 * Several numbers ("030 123456-17/18"), a note such as "(2)", which may be an extension or a digit of the number, and
 * "000000", the input for a field that must not be empty.
 */
const notOne = /^\D{0,3}(?:\d\D{0,3}){7,20}-\s?\d{1,4}\s?\/\s?-?\s?\d{1,4}$|\d\s?[([]\d{1,4}[)\]]$|^000/;

function readTidied(text: string, country: string, isMobile: boolean): PhoneReading | null {
  const isWrittenOut = /^(\+|00)/.test(text);
  const national = parsed(text, country);
  const { number, remarks } = isWrittenOut
    ? withoutDoubledCode(national)
    : choose(national, withCallingCode(text, country), text);
  if (!number || number.ext || billsCaller(number.number) || hasSpareDigit(text, number, country)) return null;
  const type = number.getType();
  if (type === 'PREMIUM_RATE') return null;
  const isAssigned = number.isValid();
  if (!isAssigned && !(isWrittenOut && number.isPossible())) return null;
  if (!isAssigned) remarks.push('notAssigned');
  else if (isMobile && !takesMessages(number)) remarks.push('notMobile');
  return { number: number.number, remarks };
}

// Austrian numbers of fewer digits are rare: "0664 12 34 56 7" is one number
const shortestWhole = 10;
/** German mobile numbers that always have 11 digits: "0176 1234567 8" is one number (google/libphonenumber#1443). */
const alwaysEleven = /^\+49(?:176\d{7}|1609\d{6})$/;

/** Returns true for "0171 3920099 1" and "0171 3920099-0": the number exists without the last digit, too, and has no extension. */
function hasSpareDigit(text: string, number: PhoneNumber, country: string): boolean {
  const [, start] = /^(.{8,40}\d)[ /-]{1,3}\d$/.exec(text) ?? [];
  if (start === undefined || !isMobileType(number)) return false;
  const shorter = parsed(start, country);
  if (!shorter?.isValid() || !isMobileType(shorter) || alwaysEleven.test(shorter.number)) return false;
  return shorter.nationalNumber.length >= shortestWhole;
}

/** Returns a telephone number in E.164, or null if it is invalid; see `readPhone`. */
export const phoneNumber = (value: string, country: string): string | null => readPhone(value, country)?.number ?? null;

/** Formats a stored number internationally, with country code and digit groups. */
export const internationalPhone = (number: string): string =>
  parsePhoneNumberFromString(number)?.formatInternational() ?? number;

/** Returns the remarks about a stored number in E.164. */
export const remarksOnStored = (number: string, isMobile = false): PhoneRemark[] =>
  readPhone(number, 'DE', isMobile)?.remarks ?? ['notAssigned'];

/** Removes additions of other programs and puts the + at the start. */
const tidied = (value: string): string =>
  cleanAddress(value)
    // the rest of a link: sip:+49…@provider, tel:+49…;phone-context=…
    .replace(/^(\+?[\d() ./-]+)(?:@[\w.-]+|;(?!ext=)[\w-]+=[\w.+-]*)$/i, '$1')
    // a number from a decimal column; "030 123456.0" may be a switchboard
    .replace(/^(\+?[1-9]\d{5,}|0\d{9,})[.,]0+$/, '$1')
    // a comma behind the area code
    .replace(/^((?:0|\+\d)\d{2,4}),\s?(?=\d[\d ]{4,11}$)/, '$1 ')
    .replace(/^\++(?:00(?=[1-9]))?/, (signs) => (signs ? '+' : ''))
    .replace(/^[([]\s*\++\s*(\d{1,3})\s*[)\]]/, '+$1 ')
    // "+49 (0)0171": a zero both within and behind the brackets
    .replace(/^((?:\+|00)\d{1,3})[\s./-]{0,3}[([]0[)\]]\s?0(?=[1-9])/, '$1 0')
    .replace(/(?<=\d)[_\\](?=\d)/g, ' ');

const parsed = (text: string, country: string) =>
  parsePhoneNumberFromString(text, { defaultCountry: countryOf(country), extract: false });

/** Parses the text with its leading calling code; undefined if it is another country's. */
function withCallingCode(text: string, country: string): PhoneNumber | undefined {
  const code = getCountryCallingCode(countryOf(country));
  // in North America 1 is a dialling prefix
  if (code === '1') return undefined;
  // "049 171 …": a missing zero; the gap shows that 049 isn't an area code
  const [, rest] = new RegExp(`^[([]?(?:${code}|0${code}(?=[^\\d]))(.*)$`).exec(text) ?? [];
  return rest === undefined ? undefined : parsed(`+${code} ${rest.replace(/^\s*[)\]]/, '')}`, country);
}

interface Choice {
  number: PhoneNumber | undefined;
  remarks: PhoneRemark[];
}

/** Reads "+49 49171 3920099", with a doubled country code, as a mobile number with a remark. */
function withoutDoubledCode(number: PhoneNumber | undefined): Choice {
  const code = number?.countryCallingCode ?? '1';
  if (!number || code === '1' || isMobileType(number) || !number.nationalNumber.startsWith(code)) {
    return { number, remarks: [] };
  }
  const inner = parsed(`+${code}${number.nationalNumber.slice(code.length)}`, 'DE');
  return inner?.isValid() && isMobileType(inner)
    ? { number: inner, remarks: ['countryCode'] }
    : { number, remarks: [] };
}

function choose(national: PhoneNumber | undefined, international: PhoneNumber | undefined, text: string): Choice {
  if (!international?.isValid()) {
    return { number: national, remarks: isForeignMobile(text, national) ? ['twoReadings'] : [] };
  }
  const isNational = national?.isValid() && national.number !== international.number;
  if (national && isNational && (isMobileType(national) || !isMobileType(international))) {
    return { number: national, remarks: text.startsWith('0') ? [] : ['twoReadings'] };
  }
  return { number: international, remarks: ['countryCode'] };
}

/** Returns whether a number without 0 and + is a landline, but with a + a foreign mobile number. */
function isForeignMobile(text: string, national: PhoneNumber | undefined): boolean {
  if (!national?.isValid() || isMobileType(national) || !/^[1-9](?:\D*\d){10,}/.test(text)) return false;
  const foreign = parsed(`+${text}`, 'DE');
  return foreign?.isValid() === true && isMobileType(foreign);
}

const isMobileType = (number: PhoneNumber) => number.getType() === 'MOBILE';

/** Returns true if a number can be mobile; some countries don't separate mobile numbers from landlines. */
const takesMessages = (number: PhoneNumber) =>
  ['MOBILE', 'FIXED_LINE_OR_MOBILE', 'PERSONAL_NUMBER', 'PAGER'].includes(number.getType() ?? '');
export const isMobileNumber = (number: string): boolean => parsePhoneNumberFromString(number)?.getType() === 'MOBILE';

const neighbours: readonly CountryCode[] = ['DE', 'AT', 'CH', 'LI', 'LU', 'FR', 'BE', 'NL', 'DK', 'PL', 'CZ', 'IT'];

/** A regular expression (JavaScript and PostgreSQL) for most mobile numbers in E.164 of Germany and its neighbors. */
export const mobilePattern: string = `^(?:${neighbours.map(patternOf).join('|')})$`;

function patternOf(country: CountryCode): string {
  const plan = new Metadata();
  plan.selectNumberingPlan(country);
  // missing in the library's types
  const numbering = plan.numberingPlan as unknown as { type(name: 'MOBILE'): { pattern(): string } };
  const mobile = numbering.type('MOBILE').pattern();
  return `\\+${getCountryCallingCode(country)}(?:${mobile})`;
}

const mostKept = 20_000;
const kept = new Map<string, string>();

/**
 * Formats a stored number: national for its own country, else international. Others stay unchanged, so that users can
 * enter them again.
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
