import { coordinatesText, readCoordinates } from '#shared/coordinates.ts';
import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** A geographic position. */
export interface CoordinatesShape {
  kind: 'coordinates';
}

/** Latitude and longitude in degrees as "lat,lon". */
export const coordinates: FieldKind<CoordinatesShape, string> = {
  value: 'text',
  check: (given) =>
    readText(given, limits.lineMaximum, (text) => {
      const point = readCoordinates(text);
      return found(point && coordinatesText(point), 'error_invalid_coordinates');
    }),
};
