import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** A colour. */
export interface ColourShape {
  kind: 'colour';
}

/** "#rrggbb" in lowercase; "#rgb" is expanded. */
export const colour: FieldKind<ColourShape, string> = {
  value: 'text',
  check: (given) =>
    readText(given, limits.lineMaximum, (text) => found(hex(text.toLowerCase()), 'error_invalid_colour')),
};

function hex(text: string): string | null {
  if (/^#[\da-f]{6}$/.test(text)) return text;
  return /^#[\da-f]{3}$/.test(text) ? text.replace(/[\da-f]/g, '$&$&') : null;
}
