import { checkFieldHere } from '#server/api/check-field.ts';
import { chatAddress } from '#server/api/contact-address.ts';
import { dataShape, type GivenValue, type StoredValue, storedOf, type ValueRule } from '#shared/person-data.ts';
import type { RefusalKey } from '#shared/refusals.ts';

export type CheckedValue = { value: StoredValue | null } | { fault: RefusalKey };

/** Validates a value by type; numbers without + belong to `country`. */
export function checkValue(rule: ValueRule, { valueStr, valueInt }: GivenValue, country: string): CheckedValue {
  const shape = dataShape(rule);
  const checked = checkFieldHere(shape, valueStr ?? valueInt?.toString(), country);
  if ('fault' in checked) return checked;
  if (rule.fieldType === 'telegram' && typeof checked.value === 'string') {
    const chat = chatAddress(checked.value);
    return chat ? { value: { valueStr: chat.target, valueInt: null } } : { fault: 'error_invalid_chat' };
  }
  return { value: checked.value === null ? null : storedOf(shape, checked.value) };
}
