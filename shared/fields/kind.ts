import type { Label } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** The stored form of a value, or its fault. */
export type Checked<Value = unknown> = { value: Value | null } | { fault: RefusalKey };

export interface Option {
  value: string;
  label: Label;
}

/** The reader of a value. */
export interface Reader {
  language: string;
  timeZone?: string | undefined;
}

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
 * A kind of field: the type of its values, and the rules that need only value and limits. A field names its kind with
 * the limits (`Shape`).
 */
export interface FieldKind<Shape, Value> {
  /** JSON type of a value. */
  value: 'text' | 'number' | 'toggle' | 'texts' | 'moment' | 'rows' | 'file';
  /** Returns the stored form of a value or text. Idempotent. */
  check(given: unknown, shape: Shape): Checked<Value>;
  /** Returns the text that `check` reads as the value; omitted if equal. */
  text?(value: Value, shape: Shape): string;
  /** Returns the display text; omitted if equal. */
  words?(value: Value, shape: Shape, reader: Reader): string;
  /** Returns the available options. */
  options?(shape: Shape): readonly Option[];
  input?(shape: Shape): InputAttributes;
}
