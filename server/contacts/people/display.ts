import { dataShape, type StoredValue, storedWords, type ValueRule } from '#shared/person-data.ts';
import { shownPhone } from '#shared/phone-number.ts';

/** Returns a value for display, in national format and words. */
export function displayOf(
  rule: ValueRule,
  value: StoredValue,
  { country, language }: { country: string; language: string },
): string {
  const words = storedWords(rule, value, language);
  return dataShape(rule).kind === 'phone' ? shownPhone(words, country) : words;
}
