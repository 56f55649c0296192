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

/** A kind with its limits and options. */
export type Shape = Parameters<(typeof kinds)[keyof typeof kinds]['check']>[1];

export type ShapeOf<Kind extends Shape['kind']> = Extract<Shape, { kind: Kind }>;

// the compiler can't infer that the name selects the shape
const kindOf = ({ kind }: Shape) => kinds[kind] as FieldKind<Shape, unknown>;

/** Returns the stored form of a value, or its fault. */
export const checkField = (shape: Shape, given: unknown): Checked => kindOf(shape).check(given, shape);

export const jsonOf = (shape: Shape): FieldKind<Shape, unknown>['value'] => kindOf(shape).value;

/** Returns a value as text; empty for none. */
export function asText(shape: Shape, value: unknown): string {
  if (value === null || value === undefined) return '';
  return kindOf(shape).text?.(value, shape) ?? String(value);
}

/** Returns the value of a text, or the text while invalid. */
export function fromText(shape: Shape, written: string): unknown {
  if (jsonOf(shape) === 'text') return written;
  const checked = checkField(shape, written);
  return 'fault' in checked ? written : checked.value;
}

/** Returns the display text of a value; empty for none. */
export function asWords(shape: Shape, value: unknown, reader: Reader): string {
  if (value === null || value === undefined || value === '') return '';
  return kindOf(shape).words?.(value, shape, reader) ?? String(value);
}

/** Returns the options; null for kinds without any. */
export const optionsOf = (shape: Shape): readonly Option[] | null => kindOf(shape).options?.(shape) ?? null;

/** Returns the input attributes; null for kinds with another control. */
export const textInput = (shape: Shape): InputAttributes | null => kindOf(shape).input?.(shape) ?? null;
