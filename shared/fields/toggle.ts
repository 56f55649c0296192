import { textIn } from '#shared/label.ts';
import type { FieldKind, Option } from './kind.ts';

/** Yes or no. */
export interface ToggleShape {
  kind: 'toggle';
}

const yes: Option = { value: 'true', label: { de: 'Ja', en: 'Yes' } };
const no: Option = { value: 'false', label: { de: 'Nein', en: 'No' } };

const words = new Map<string, boolean>([
  ...['1', 'ja', 'j', 'yes', 'y', 'true', 'wahr', 'x'].map((word) => [word, true] as const),
  ...['0', 'nein', 'n', 'no', 'false', 'falsch', '-'].map((word) => [word, false] as const),
]);

/** Accepts the words of import files in both languages. */
export const toggle: FieldKind<ToggleShape, boolean> = {
  value: 'toggle',
  check(given) {
    if (given === null || given === undefined || typeof given === 'boolean') return { value: given ?? null };
    if (typeof given !== 'string' && typeof given !== 'number') return { fault: 'error_invalid_input' };
    const text = String(given).trim().toLowerCase();
    const value = text ? words.get(text) : null;
    return value === undefined ? { fault: 'error_invalid_input' } : { value };
  },
  text: String,
  words: (value, _shape, { language }) => textIn((value ? yes : no).label, language),
  options: () => [yes, no],
};
