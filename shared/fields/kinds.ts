import { area } from './area.ts';
import { colour } from './colour.ts';
import { coordinates } from './coordinates.ts';
import { country } from './country.ts';
import { date } from './date.ts';
import { dateTime } from './date-time.ts';
import { email } from './email.ts';
import { image } from './image.ts';
import type { Checked, FieldKind, InputAttributes, Option, Reader } from './kind.ts';
import { language } from './language.ts';
import { link } from './link.ts';
import { longText } from './long-text.ts';
import { number } from './number.ts';
import { phone } from './phone.ts';
import { richText } from './rich-text.ts';
import { select } from './select.ts';
import { selectMany } from './select-many.ts';
import { table } from './table.ts';
import { text } from './text.ts';
import { timeZone } from './time-zone.ts';
import { toggle } from './toggle.ts';
import { webAddress } from './web-address.ts';

/** Every kind of field, by its name. */
export const kinds = {
  text,
  longText,
  richText,
  email,
  phone,
  webAddress,
  link,
  number,
  toggle,
  select,
  selectMany,
  date,
  dateTime,
  language,
  country,
  timeZone,
  colour,
  coordinates,
  area,
  image,
  table,
};

/** A kind with its limits and options: what a field holds. */
export type Shape = Parameters<(typeof kinds)[keyof typeof kinds]['check']>[1];

/** The shapes of some kinds. */
export type ShapeOf<Kind extends Shape['kind']> = Extract<Shape, { kind: Kind }>;

// each kind takes its own shape, which its name has chosen
const kindOf = ({ kind }: Shape) => kinds[kind] as FieldKind<Shape, unknown>;

/** The stored form of a value, null when nothing was given, or what is wrong with it. */
export const checkField = (shape: Shape, given: unknown): Checked => kindOf(shape).check(given, shape);

/** What a value of a shape is in JSON. */
export const jsonOf = (shape: Shape): FieldKind<Shape, unknown>['value'] => kindOf(shape).value;

/** A value as a text; nothing is an empty one. */
export function asText(shape: Shape, value: unknown): string {
  if (value === null || value === undefined) return '';
  return kindOf(shape).text?.(value, shape) ?? String(value);
}

/** The value that a text stands for; the text itself while it does not fit. */
export function fromText(shape: Shape, written: string): unknown {
  if (jsonOf(shape) === 'text') return written;
  const checked = checkField(shape, written);
  return 'fault' in checked ? written : checked.value;
}

/** A value as people read it; nothing is an empty text. */
export function asWords(shape: Shape, value: unknown, reader: Reader): string {
  if (value === null || value === undefined || value === '') return '';
  return kindOf(shape).words?.(value, shape, reader) ?? String(value);
}

/** What can be chosen; null where a value is entered in another way. */
export const optionsOf = (shape: Shape): readonly Option[] | null => kindOf(shape).options?.(shape) ?? null;

/** The input as text; null where a value is entered in another way. */
export const textInput = (shape: Shape): InputAttributes | null => kindOf(shape).input?.(shape) ?? null;
