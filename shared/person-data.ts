import type { Option } from './fields/kind.ts';
import { asText, asWords, type Shape } from './fields/kinds.ts';

/** Shapes of the field types by API name; a select uses the options of its type. */
const shapes = {
  text: { kind: 'text' },
  textarea: { kind: 'longText' },
  email: { kind: 'email' },
  phone_mobile: { kind: 'phone', mobile: true },
  phone: { kind: 'phone' },
  fax: { kind: 'phone' },
  telegram: { kind: 'text', maximum: 20 },
  number: { kind: 'number' },
  boolean: { kind: 'toggle' },
  date: { kind: 'date' },
  select: { kind: 'select', options: [] },
  url: { kind: 'webAddress' },
  address: { kind: 'longText' },
  language: { kind: 'language' },
} as const satisfies Record<string, Shape>;

export type FieldType = keyof typeof shapes;

/** The part of a person data type that validates values. */
export interface ValueRule {
  fieldType: string;
  /** Stored choices of a select. */
  options?: unknown;
}

/** A value from a form or a file: numbers, booleans, and selects may be text. */
export interface GivenValue {
  valueStr?: string | null | undefined;
  valueInt?: number | null | undefined;
}

/** A stored value: numbers, booleans, and selects as numbers, all others as text. */
export interface StoredValue {
  valueStr: string | null;
  valueInt: number | null;
}

/** A choice of a select. Data store its number, so that labels can change. */
export interface Choice {
  value: number;
  label: string;
  labelEn?: string | undefined;
}

/** Returns the shape of a person data type, by default a line of text. */
export function dataShape({ fieldType, options }: ValueRule): Shape {
  if (!Object.hasOwn(shapes, fieldType)) return shapes.text;
  const shape = shapes[fieldType as FieldType];
  return shape.kind === 'select' ? { kind: 'select', options: choicesOf(options).map(optionOf) } : shape;
}

const optionOf = ({ value, label, labelEn }: Choice): Option => ({
  value: String(value),
  label: { de: label, en: labelEn || label },
});

/** Returns the stored form of a checked value. */
export function storedOf(shape: Shape, value: unknown): StoredValue {
  return isNumeric(shape)
    ? { valueStr: null, valueInt: Number(value) }
    : { valueStr: asText(shape, value), valueInt: null };
}

/** Converts a stored value to its kind's value. */
export function valueOfStored(shape: Shape, { valueStr, valueInt }: StoredValue): unknown {
  if (!isNumeric(shape)) return valueStr;
  if (valueInt === null || shape.kind === 'number') return valueInt;
  return shape.kind === 'toggle' ? valueInt !== 0 : String(valueInt);
}

const isNumeric = ({ kind }: Shape) => kind === 'number' || kind === 'toggle' || kind === 'select';

/** Returns a stored value as form text; empty without a value. */
export function dataText(rule: ValueRule, stored: StoredValue | undefined): string {
  const shape = dataShape(rule);
  return stored ? asText(shape, valueOfStored(shape, stored)) : '';
}

export function storedWords(rule: ValueRule, stored: StoredValue, language: string): string {
  const shape = dataShape(rule);
  return asWords(shape, valueOfStored(shape, stored), { language });
}

/** Returns the valid choices of a select in order. */
export function choicesOf(options: unknown): Choice[] {
  if (!Array.isArray(options)) return [];
  return options.filter((entry): entry is Choice => Number.isInteger(entry?.value) && typeof entry?.label === 'string');
}

/** Returns the choices in stored form and numbers new ones; null if invalid. */
export function readChoices(given: unknown): Choice[] | null {
  if (!Array.isArray(given) || given.length > 200) return null;
  const numbers = given.flatMap((entry) => (Number.isInteger(entry?.value) ? [entry.value as number] : []));
  let next = Math.max(0, ...numbers) + 1;
  const choices = given.map((entry): Choice | null => {
    const { value, label, labelEn } = (entry ?? {}) as Record<string, unknown>;
    const [german, english] = [wordIn(label), wordIn(labelEn)];
    const number = value === undefined || value === null ? next++ : value;
    if (!german || typeof number !== 'number' || !Number.isInteger(number) || Math.abs(number) > 2_147_483_647)
      return null;
    return { value: number, label: german, ...(english ? { labelEn: english } : {}) };
  });
  const read = choices.filter((choice) => choice !== null);
  const distinct = (of: (choice: Choice) => unknown) => new Set(read.map(of)).size === read.length;
  const valid = read.length === given.length && distinct(({ value }) => value) && distinct(({ label }) => label);
  return valid ? read : null;
}

const wordIn = (value: unknown): string => (typeof value === 'string' && value.length <= 200 ? value.trim() : '');
