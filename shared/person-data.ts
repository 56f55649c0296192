import { emailAddress } from './email-address.ts';
import { limits } from './limits.ts';
import { phoneNumber } from './phone-number.ts';
import type { RefusalKey } from './refusals.ts';

/** What of a person data type decides whether a value fits. */
export interface ValueRule {
  fieldType: string;
  /** The choices of a select, as stored. */
  options?: unknown;
}

/** A value as it comes from a form or a file: number, boolean and select may be written as text as well. */
export interface GivenValue {
  valueStr?: string | null | undefined;
  valueInt?: number | null | undefined;
}

/** A value as it is stored: number, boolean and select as a number, all else as text. */
export interface StoredValue {
  valueStr: string | null;
  valueInt: number | null;
}

/** One choice of a select. */
export interface ValueChoice {
  value: number;
  label: string;
  labelEn?: string | undefined;
}

/** The stored form of a value, null when nothing was given, or the key of what is wrong with it. */
export type CheckedValue = { value: StoredValue | null } | { fault: RefusalKey };

type Check = (given: string, rule: ValueRule, country: string) => string | number | null;

const line = (maximum: number) => (text: string) => (hasControl(text) ? null : limited(text, maximum));
const lines = (maximum: number) => (text: string) => limited(text.replace(/\r\n?/g, '\n'), maximum);
const phone: Check = (text, _rule, country) => phoneNumber(text, country);

const checks: Record<string, { check: Check; fault: RefusalKey }> = {
  text: { check: line(limits.dataMaximum), fault: 'error_invalid_input' },
  textarea: { check: lines(limits.noteMaximum), fault: 'error_invalid_input' },
  address: { check: lines(limits.noteMaximum), fault: 'error_invalid_input' },
  email: { check: (text) => emailAddress(text)?.target ?? null, fault: 'error_invalid_email' },
  phone_mobile: { check: phone, fault: 'error_invalid_phone' },
  phone: { check: phone, fault: 'error_invalid_phone' },
  fax: { check: phone, fault: 'error_invalid_phone' },
  number: { check: wholeNumber, fault: 'error_invalid_number' },
  boolean: { check: yesOrNo, fault: 'error_invalid_input' },
  select: { check: chosen, fault: 'error_unknown_choice' },
  date: { check: isoDate, fault: 'error_invalid_date' },
  url: { check: webAddress, fault: 'error_invalid_url' },
  language: { check: language, fault: 'error_invalid_language' },
};

/** Whether values of a field type are stored as a number. */
export const isNumeric = (fieldType: string): boolean => ['number', 'boolean', 'select'].includes(fieldType);

/** Checks a value by its field type; telephone numbers without + are read as those of `country`. */
export function checkValue(rule: ValueRule, given: GivenValue, country: string): CheckedValue {
  const text = (given.valueStr ?? (given.valueInt === null ? '' : given.valueInt))?.toString().trim() ?? '';
  if (!text) return { value: null };
  const known = checks[rule.fieldType];
  if (!known) return { fault: 'error_invalid_input' };
  if (text.length > maximumOf(rule.fieldType)) return { fault: 'error_too_long' };
  const value = known.check(text, rule, country);
  if (value === null) return { fault: known.fault };
  return {
    value: isNumeric(rule.fieldType)
      ? { valueStr: null, valueInt: Number(value) }
      : { valueStr: String(value), valueInt: null },
  };
}

/** The choices of a select, in their order; entries without a whole number and a label are left out. */
export function choicesOf(options: unknown): ValueChoice[] {
  if (!Array.isArray(options)) return [];
  return options.filter(
    (entry): entry is ValueChoice => Number.isInteger(entry?.value) && typeof entry?.label === 'string',
  );
}

const maximumOf = (fieldType: string): number =>
  fieldType === 'textarea' || fieldType === 'address' ? limits.noteMaximum : limits.dataMaximum;

const hasControl = (text: string) => /[\p{Cc}\u2028\u2029]/u.test(text);
const limited = (text: string, maximum: number) => (text.length <= maximum ? text : null);

function wholeNumber(text: string): number | null {
  const number = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  return Math.abs(number) <= 2_147_483_647 ? number : null;
}

function yesOrNo(text: string): number | null {
  const word = text.toLowerCase();
  if (['1', 'ja', 'j', 'yes', 'y', 'true', 'wahr', 'x'].includes(word)) return 1;
  return ['0', 'nein', 'n', 'no', 'false', 'falsch', '-'].includes(word) ? 0 : null;
}

function chosen(text: string, { options }: ValueRule): number | null {
  const same = (label: string | undefined) => label?.trim().toLowerCase() === text.toLowerCase();
  const choice = choicesOf(options).find(
    ({ value, label, labelEn }) => String(value) === text || same(label) || same(labelEn),
  );
  return choice?.value ?? null;
}

function isoDate(text: string): string | null {
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const [day = '', month = ''] = german ? [german[1]!.padStart(2, '0'), german[2]!.padStart(2, '0')] : [];
  const iso = german ? `${german[3]}-${month}-${day}` : text;
  if (!/^\d{4}-\d\d-\d\d$/.test(iso)) return null;
  const date = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}

function webAddress(text: string): string | null {
  if (/\s/.test(text)) return null;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  try {
    const { protocol, hostname, href } = new URL(full);
    return /^https?:$/.test(protocol) && hostname.includes('.') ? href : null;
  } catch {
    return null;
  }
}

function language(text: string): string | null {
  if (!/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i.test(text)) return null;
  try {
    return Intl.getCanonicalLocales(text.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}
