import type { RefusalKey } from '#shared/refusals.ts';
import type { Checked } from './kind.ts';

/** Composes and trims a text and hands it on when something is left: an empty one is none, and what is no text is refused. */
export function readText<Value = string>(
  given: unknown,
  maximum: number,
  read: (text: string) => Checked<Value>,
): Checked<Value> {
  if (given === null || given === undefined) return { value: null };
  if (typeof given !== 'string') return { fault: 'error_invalid_input' };
  const text = given.normalize('NFC').trim();
  if (!text) return { value: null };
  return text.length > maximum ? { fault: 'error_too_long' } : read(text);
}

/** What was found, or why nothing was. */
export const found = <Value>(value: Value | null, fault: RefusalKey): Checked<Value> =>
  value === null ? { fault } : { value };
