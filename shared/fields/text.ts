import { cleanLine } from '#shared/clean-text.ts';
import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { readText } from './read-text.ts';

/** One line of text. */
export interface TextShape {
  kind: 'text';
  /** Maximum number of characters. */
  maximum?: number;
}

/** One line without control, line-breaking, or invisible characters. */
export const text: FieldKind<TextShape, string> = {
  value: 'text',
  check: (given, { maximum = limits.lineMaximum }) =>
    readText(typeof given === 'string' ? cleanLine(given) : given, maximum, (line) =>
      /[\p{Cc}\u2028\u2029]/u.test(line) ? { fault: 'error_invalid_input' } : { value: line },
    ),
  input: ({ maximum = limits.lineMaximum }) => ({ type: 'text', maxLength: maximum }),
};

/** The shape of names of people, groups, and things. */
export const nameShape = { kind: 'text', maximum: limits.nameMaximum } as const satisfies TextShape;
