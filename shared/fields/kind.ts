import type { Label } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** The stored form of a value (null for no value), or its fault. */
export type Checked<Value = unknown> = { value: Value | null } | { fault: RefusalKey };

/** An option: its stored value and label. */
export interface Option {
  value: string;
  label: Label;
}

/** The reader of a value. */
export interface Reader {
  language: string;
  timeZone?: string | undefined;
}

/** Browser attributes of a text input, for the matching keyboard and length limit. */
export interface InputAttributes {
  type: 'text' | 'email' | 'tel' | 'url' | 'date';
  inputMode?: 'numeric' | 'decimal';
  /** Autofill for inputs of a user's own data. */
  autoComplete?: 'email' | 'tel' | 'url' | 'off';
  /** Initial number of lines of a multi-line input. */
  lines?: number;
  maxLength?: number;
}

/**
 * A kind of field: the type of its values, and all rules that need only the value and the limits. A field description
 * names the kind with its limits (`Shape`) and adds its own properties.
 */
export interface FieldKind<Shape, Value> {
  /** JSON type of a value, from which the API types derive. */
  value: 'text' | 'number' | 'toggle' | 'texts' | 'moment' | 'rows' | 'file';
  /** Returns the stored form of a value or of its text. Accepts stored values unchanged. */
  check(given: unknown, shape: Shape): Checked<Value>;
  /** Returns the text that `check` reads as the same value; omitted if the value is that text. */
  text?(value: Value, shape: Shape): string;
  /** Returns the display text of a value; omitted if the value is that text. */
  words?(value: Value, shape: Shape, reader: Reader): string;
  /** Returns the available options. */
  options?(shape: Shape): readonly Option[];
  /** Returns the attributes of its text input; omitted if the kind uses another control. */
  input?(shape: Shape): InputAttributes;
}
