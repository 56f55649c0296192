import type { Label } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** A value in the form it is stored in, null when nothing was given; or what is wrong with it. */
export type Checked<Value = unknown> = { value: Value | null } | { fault: RefusalKey };

/** What can be chosen: how it is stored and what it is called. */
export interface Option {
  value: string;
  label: Label;
}

/** Who reads a value. */
export interface Reader {
  language: string;
  timeZone?: string | undefined;
}

/** What an input of text tells the browser, so that it shows the fitting keyboard and stops in time. */
export interface InputAttributes {
  type: 'text' | 'email' | 'tel' | 'url' | 'date';
  inputMode?: 'numeric' | 'decimal';
  /** What the browser may fill in where people enter their own data. */
  autoComplete?: 'email' | 'tel' | 'url' | 'off';
  /** Several lines: how many stand there at first. */
  lines?: number;
  maxLength?: number;
}

/**
 * What a kind of field is: the shape of its values, and what can be said of them from the value and the limits alone.
 * Whoever describes a field names the kind with its limits (`Shape`) and adds what is its own.
 */
export interface FieldKind<Shape, Value> {
  /** What a value is in JSON; the API's types follow from it. */
  value: 'text' | 'number' | 'toggle' | 'texts' | 'moment' | 'rows' | 'file';
  /** The stored form of a value, which may also be given as a text; what was stored passes again as it is. */
  check(given: unknown, shape: Shape): Checked<Value>;
  /** A value as the text that `check` reads as the same value; left out where the value is that text. */
  text?(value: Value, shape: Shape): string;
  /** A value as people read it; left out where that is the value. */
  words?(value: Value, shape: Shape, reader: Reader): string;
  /** What can be chosen. */
  options?(shape: Shape): readonly Option[];
  /** Its input as text; left out where there is another way to enter a value. */
  input?(shape: Shape): InputAttributes;
}
