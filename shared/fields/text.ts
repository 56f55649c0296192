import { cleanLine } from '#shared/clean-text.ts';
import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { readText } from './read-text.ts';

/** One line of text. */
export interface TextShape {
  kind: 'text';
  /** Most characters. */
  maximum?: number;
}

/** One line: no control or line-breaking characters, and nothing invisible. */
export const text: FieldKind<TextShape, string> = {
  value: 'text',
  check: (given, { maximum = limits.lineMaximum }) =>
    readText(typeof given === 'string' ? cleanLine(given) : given, maximum, (line) =>
      /[\p{Cc}\u2028\u2029]/u.test(line) ? { fault: 'error_invalid_input' } : { value: line },
    ),
  input: ({ maximum = limits.lineMaximum }) => ({ type: 'text', maxLength: maximum }),
};

/** What people, groups and things are called. */
export const nameShape = { kind: 'text', maximum: limits.nameMaximum } as const satisfies TextShape;
