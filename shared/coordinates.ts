/** A point on earth in degrees, WGS 84. */
export interface Coordinates {
  latitude: number;
  longitude: number;
}

/** What "lat,lon" says, also with a semicolon between; null when it is no point on earth. */
export function readCoordinates(text: string): Coordinates | null {
  const match = /^\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*[,;]\s*(-?\d{1,3}(?:\.\d{1,15})?)\s*$/.exec(text);
  const [latitude, longitude] = [Number(match?.[1]), Number(match?.[2])];
  if (!match || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return null;
  return { latitude, longitude };
}

/** The point as "lat,lon" to about ten centimetres, without superfluous digits. */
export const coordinatesText = ({ latitude, longitude }: Coordinates): string =>
  [latitude, longitude].map((degrees) => Number(degrees.toFixed(6))).join(',');
