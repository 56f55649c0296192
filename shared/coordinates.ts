/** A geographic position in degrees, WGS 84. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** Parses "lat,lon", also with a semicolon; null if invalid. */
export function readCoordinates(text: string): Coordinates | null {
  const match = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*[,;]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude };
}

/** Returns "lat,lon" to about ten centimeters. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(6))).join(',');
