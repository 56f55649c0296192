import type { Entry } from 'ldapts';

type Value = string | Buffer;

/** Returns the values of an attribute in any spelling of its name. */
export function attributeValues(entry: Entry, attribute: string): Value[] {
  const wanted = attribute.toLowerCase();
  const name = Object.keys(entry).find((one) => one.toLowerCase() === wanted);
  return name === undefined || name === 'dn' ? [] : [entry[name] ?? []].flat();
}

/** Returns the texts of an attribute without binary values. */
export const textsOf = (entry: Entry, attribute: string): string[] =>
  attributeValues(entry, attribute).filter((value) => typeof value === 'string' && value !== '') as string[];

/** Returns an identifier as text: binary ones in hexadecimal; null without one, or with several. */
export function identifierOf(entry: Entry, attribute: string): string | null {
  const [value, ...others] = attributeValues(entry, attribute);
  if (value === undefined || others.length || value.length === 0) return null;
  if (typeof value === 'string') return value;
  const isText = value.every((byte) => byte > 0x20 && byte < 0x7f) && value.length !== 16;
  return isText ? value.toString('latin1') : value.toString('hex');
}

const disabledBit = 2;
const off = new Set(['', 'false', '0', 'no', 'off']);

/** Returns whether the directory disabled an account. Of `userAccountControl` only the bit for that counts. */
export function isDisabled(entry: Entry, attribute: string | null): boolean {
  if (!attribute) return false;
  const values = textsOf(entry, attribute);
  if (attribute.toLowerCase() === 'useraccountcontrol')
    return values.some((value) => (Number(value) & disabledBit) !== 0);
  return values.some((value) => !off.has(value.trim().toLowerCase()));
}

/** A part of a long list of values, as Active Directory returns it: `member;range=0-1499`. */
interface ValueRange {
  values: Value[];
  /** The position of the next part; null after the last. */
  next: number | null;
}

/** Returns the values of an attribute, or of the part of it that was returned. */
export function valueRange(entry: Entry, attribute: string): ValueRange {
  const start = `${attribute.toLowerCase()};range=`;
  const name = Object.keys(entry).find((one) => one.toLowerCase().startsWith(start));
  if (name === undefined) return { values: attributeValues(entry, attribute), next: null };
  const last = name.slice(name.lastIndexOf('-') + 1);
  return { values: [entry[name] ?? []].flat(), next: last === '*' ? null : Number(last) + 1 };
}
