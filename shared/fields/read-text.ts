import type { RefusalKey } from '#shared/refusals.ts';
import type { Checked } from './kind.ts';

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

export const found = <Value>(value: Value | null, fault: RefusalKey): Checked<Value> =>
  value === null ? { fault } : { value };
