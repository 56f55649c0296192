import { areaText, readArea } from '#shared/area.ts';
import type { FieldKind } from './kind.ts';
import { readText } from './read-text.ts';

/** A geographic area: polygons, circles, and register codes. */
export interface AreaShape {
  kind: 'area';
}

const maximum = 20_000;

/** An area as text, one part per line. */
export const area: FieldKind<AreaShape, string> = {
  value: 'text',
  check: (given) =>
    readText(given, maximum, (text) => {
      const found = readArea(text);
      return 'fault' in found ? found : { value: areaText(found.parts) };
    }),
  input: () => ({ type: 'text', autoComplete: 'off', lines: 3, maxLength: maximum }),
};
