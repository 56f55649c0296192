import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { readText } from './read-text.ts';

/** Several lines of text. */
export interface LongTextShape {
  kind: 'longText';
  /** Maximum number of characters. */
  maximum?: number;
}

/** Multi-line text without control characters except tabs. */
export const longText: FieldKind<LongTextShape, string> = {
  value: 'text',
  check: (given, { maximum = limits.linesMaximum }) =>
    readText(given, maximum, (lines) => {
      const unified = lines.replace(/\r\n?/g, '\n');
      return /(?![\t\n])\p{Cc}/u.test(unified) ? { fault: 'error_invalid_input' } : { value: unified };
    }),
  input: ({ maximum = limits.linesMaximum }) => ({ type: 'text', lines: 3, maxLength: maximum }),
};
