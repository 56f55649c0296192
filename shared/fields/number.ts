import { type Label, textIn } from '#shared/label.ts';
import type { Checked, FieldKind } from './kind.ts';

const units = {
  seconds: { de: 'Sekunden', en: 'seconds' },
  minutes: { de: 'Minuten', en: 'minutes' },
  hours: { de: 'Stunden', en: 'hours' },
  percent: { de: 'Prozent', en: 'percent' },
  days: { de: 'Tage', en: 'days' },
  months: { de: 'Monate', en: 'months' },
} as const satisfies Record<string, Label>;

/** The names for exactly one; percent has no other. */
const single = {
  seconds: { de: 'Sekunde', en: 'second' },
  minutes: { de: 'Minute', en: 'minute' },
  hours: { de: 'Stunde', en: 'hour' },
  percent: units.percent,
  days: { de: 'Tag', en: 'day' },
  months: { de: 'Monat', en: 'month' },
} as const satisfies Record<keyof typeof units, Label>;

/** A number. */
export interface NumberShape {
  kind: 'number';
  minimum?: number;
  maximum?: number;
  /** Maximum number of decimals; integers only if absent. */
  decimals?: number;
  /** Unit of the number. */
  unit?: keyof typeof units;
}

// Maximum of an integer column.
const largest = 2_147_483_647;

/** Returns the limits of a number. */
export const rangeOf = ({ minimum = -largest, maximum = largest }: NumberShape) => ({ minimum, maximum });

/** Returns the unit's name for a number, after a space; empty without a unit. */
export const unitOf = ({ unit }: NumberShape, language: string, value: unknown): string =>
  unit ? ` ${textIn((Number(value) === 1 ? single : units)[unit], language)}` : '';

/** A number within its limits; text may use a decimal point or comma. */
export const number: FieldKind<NumberShape, number> = {
  value: 'number',
  check(given, shape): Checked<number> {
    if (given === null || given === undefined || (typeof given === 'string' && !given.trim())) return { value: null };
    const value = read(given, shape.decimals ?? 0);
    const { minimum, maximum } = rangeOf(shape);
    return value !== null && value >= minimum && value <= maximum ? { value } : { fault: 'error_invalid_number' };
  },
  text: (value, { decimals = 0 }) => value.toFixed(decimals),
  words: (value, shape, { language }) => {
    const digits = new Intl.NumberFormat(language, { maximumFractionDigits: shape.decimals ?? 0 }).format(value);
    return digits + unitOf(shape, language, value);
  },
  input(shape) {
    const { minimum, maximum } = rangeOf(shape);
    const { decimals = 0 } = shape;
    const maxLength = Math.max(...[minimum, maximum].map((limit) => limit.toFixed(decimals).length));
    return { type: 'text', inputMode: decimals ? 'decimal' : 'numeric', autoComplete: 'off', maxLength };
  },
};

function read(given: unknown, decimals: number): number | null {
  if (typeof given === 'number') return Number(given.toFixed(decimals)) === given ? given + 0 : null;
  if (typeof given !== 'string') return null;
  const match = /^[+-]?\d{1,15}(?:[.,](\d+))?$/.exec(given.trim());
  if (!match || (match[1]?.length ?? 0) > decimals) return null;
  return Number(match[0].replace(',', '.')) + 0;
}
