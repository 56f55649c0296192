import { limitedText, requiredText } from '#server/api/input.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';

/** Returns a one-line name, or undefined for no change; refuses an empty one. */
export function checkedName(text: string | null | undefined): string | undefined {
  if (text === undefined) return undefined;
  const name = requiredText('name', text, limits.nameMaximum);
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) throw new Refusal('error_invalid_input', { name: 'error_invalid_input' });
  return name;
}

/** Null or empty: none; undefined: no change. */
export function descriptionOf(text: string | null | undefined): string | null | undefined {
  if (text === undefined) return undefined;
  return limitedText('description', text?.trim() ?? '', limits.linesMaximum) || null;
}

/** Returns a whole number in range; null and undefined pass. */
export function numberBetween(
  field: string,
  number: number | null | undefined,
  least: number,
  most: number,
): number | null | undefined {
  if (number === null || number === undefined || (number >= least && number <= most)) return number;
  throw new Refusal('error_invalid_number', { [field]: 'error_invalid_number' });
}
