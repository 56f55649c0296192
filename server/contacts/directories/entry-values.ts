import type { Entry } from 'ldapts';
import { Refusal } from '#server/platform/errors.ts';

type Value = string | Buffer;

/** Returns an attribute's values, in any spelling of its name. */
export function attributeValues(entry: Entry, attribute: string): Value[] {
  const wanted = attribute.toLowerCase();
  const name = Object.keys(entry).find((one) => one.toLowerCase() === wanted);
  return name === undefined || name === 'dn' ? [] : [entry[name] ?? []].flat();
}

/** Attributes whose values are binary, in lower case. */
export const binaryAttributes: ReadonlySet<string> = new Set(
  ['objectGUID', 'objectSid', 'entryUUID', 'nsUniqueId', 'ipaUniqueID', 'GUID'].map((name) => name.toLowerCase()),
);

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** Returns a value as text; empty if it is none. */
function textOf(value: Value): string {
  if (typeof value === 'string') return value;
  try {
    return utf8.decode(value);
  } catch {
    return '';
  }
}

/** Returns texts among values: the library returns all as binary if one is. */
const textsAmong = (values: readonly Value[]): string[] => values.map(textOf).filter((text) => text !== '');

/** Returns the texts of an attribute without binary values. */
export const textsOf = (entry: Entry, attribute: string): string[] => textsAmong(attributeValues(entry, attribute));

const longestIdentifier = 255;

/** Returns an identifier as text, binary in hexadecimal; null without a unique, comparable one. */
export function identifierOf(entry: Entry, attribute: string): string | null {
  const [value, ...others] = attributeValues(entry, attribute);
  if (value === undefined || others.length || value.length === 0 || value.length > longestIdentifier) return null;
  if (typeof value === 'string') return /\p{Cc}/u.test(value) ? null : value;
  const isText = value.every((byte) => byte > 0x20 && byte < 0x7f) && value.length !== 16;
  return isText ? value.toString('latin1') : value.toString('hex');
}

const disabledBit = 2;
const off = new Set(['', 'false', '0', 'no', 'off']);

/** Returns whether an account is disabled, in `userAccountControl` by its bit. */
export function isDisabled(entry: Entry, attribute: string | null): boolean {
  if (!attribute) return false;
  const values = textsOf(entry, attribute);
  if (attribute.toLowerCase() === 'useraccountcontrol')
    return values.some((value) => (Number(value) & disabledBit) !== 0);
  return values.some((value) => !off.has(value.trim().toLowerCase()));
}

/** A part of a list, as `member;range=0-1499` of Active Directory. */
interface ValueRange {
  texts: string[];
  /** The position of the first value. */
  start: number;
  /** Null after the last. */
  next: number | null;
}

/** Returns an attribute's texts, or a part. */
export function valueRange(entry: Entry, attribute: string): ValueRange {
  const prefix = `${attribute.toLowerCase()};range=`;
  // the library adds requested attributes without values
  const name = Object.keys(entry).find((one) => one.toLowerCase().startsWith(prefix) && [entry[one]].flat().length);
  if (name === undefined) return { texts: textsOf(entry, attribute), start: 0, next: null };
  const [from = '', to = ''] = name.slice(prefix.length).split('-');
  const [start, last] = [Number(from), Number(to)];
  const isLast = to === '*';
  if (!Number.isSafeInteger(start) || !(isLast || (Number.isSafeInteger(last) && last >= start)))
    throw new Refusal('error_directory_failed');
  return { texts: textsAmong([entry[name] ?? []].flat()), start, next: isLast ? null : last + 1 };
}
