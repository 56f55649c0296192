import { safeContent } from '#server/api/rich-text.ts';
import type { Checked } from '#shared/fields/kind.ts';
import { checkField, type Shape } from '#shared/fields/kinds.ts';
import { phoneNumber } from '#shared/phone-number.ts';
import { plainText } from '#shared/rich-text.ts';

/** Runs `checkField` with the installation's country, and sanitizes formatted text. */
export function checkFieldHere(shape: Shape, given: unknown, country: string): Checked {
  const checked = checkField(shape, given);
  if ('fault' in checked || typeof checked.value !== 'string') return checked;
  if (shape.kind === 'phone') {
    const number = phoneNumber(checked.value, country);
    return number ? { value: number } : { fault: 'error_invalid_phone' };
  }
  if (shape.kind !== 'richText') return checked;
  const safe = safeContent(checked.value);
  return { value: plainText(safe) ? safe : null };
}
