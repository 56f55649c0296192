import { type Coordinates, readCoordinates } from './coordinates.ts';
import type { RefusalKey } from './refusals.ts';

/** A part of an area: a ring of points, a circle, or a register code. */
export type AreaPart =
  | { kind: 'polygon'; points: readonly Coordinates[] }
  | { kind: 'circle'; centre: Coordinates; kilometres: number }
  | { kind: 'code'; name: string; value: string };

export const mostPoints = 100;
const mostParts = 50;
const mostKilometres = 20_000;
/** Number of decimals: about one meter. */
const decimals = 5;
const unit = 10 ** decimals;

/**
 * Parses an area, one part per line: "lat,lon lat,lon lat,lon …" is a polygon, "lat,lon kilometers" a circle,
 * "name=value" a code. Returns the parts, or the fault.
 */
export function readArea(text: string): { parts: AreaPart[] } | { fault: RefusalKey } {
  const lines = text
    .split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean);
  if (!lines.length || lines.length > mostParts) return { fault: 'error_invalid_area' };
  const parts: AreaPart[] = [];
  for (const line of lines) {
    const part = readPart(line);
    if (typeof part === 'string') return { fault: part };
    parts.push(part);
  }
  return { parts };
}

/** Returns an area as text that `readArea` parses to the same area. */
export const areaText = (parts: readonly AreaPart[]): string => parts.map(partText).join('\n');

function partText(part: AreaPart): string {
  if (part.kind === 'code') return `${part.name}=${part.value}`;
  if (part.kind === 'circle') return `${pointText(part.centre)} ${part.kilometres}`;
  return part.points.map(pointText).join(' ');
}

export const pointText = ({ latitude, longitude }: Coordinates): string =>
  [latitude, longitude].map((degrees) => plainNumber(degrees, decimals)).join(',');

const plainNumber = (value: number, digits: number) =>
  value
    .toFixed(digits)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');

function readPart(line: string): AreaPart | RefusalKey {
  const code = /^([\w.:-]{1,40})\s*=\s*([\w.:/-]{1,100})$/.exec(line);
  if (code) return { kind: 'code', name: code[1]!, value: code[2]! };
  const words = line.replace(/(?<!\s)\s+(?=[,;])|(?<=[,;])\s+/g, '').split(/\s+/);
  const last = words.at(-1)!;
  if (words.length === 2 && /^\d{1,5}(\.\d{1,3})?$/.test(last)) return readCircle(words[0]!, last);
  const points = words.map(readCoordinates);
  if (points.includes(null)) return 'error_invalid_area';
  return ringOf(points as Coordinates[]);
}

function readCircle(centre: string, radius: string): AreaPart | RefusalKey {
  const point = readCoordinates(centre);
  const kilometres = Number(radius);
  if (!point || kilometres <= 0 || kilometres > mostKilometres) return 'error_invalid_area';
  return { kind: 'circle', centre: rounded(point), kilometres };
}

/** Returns a closed ring without consecutive duplicates, or a fault if it intersects itself. */
function ringOf(given: readonly Coordinates[]): AreaPart | RefusalKey {
  const points = given.map(rounded).filter((point, at, all) => at === 0 || !same(point, all[at - 1]!));
  if (points.length > 1 && same(points[0]!, points.at(-1)!)) points.pop();
  if (points.length < 3 || points.length >= mostPoints) return 'error_area_points';
  if (meetsItself(points)) return 'error_area_crossed';
  return { kind: 'polygon', points: [...points, points[0]!] };
}

const rounded = ({ latitude, longitude }: Coordinates): Coordinates => ({
  latitude: Math.round(latitude * unit) / unit + 0,
  longitude: Math.round(longitude * unit) / unit + 0,
});

const same = (a: Coordinates, b: Coordinates) => a.latitude === b.latitude && a.longitude === b.longitude;

type Point = readonly [number, number];

/** Computes in integers, so that rounding has no effect. */
function meetsItself(ring: readonly Coordinates[]): boolean {
  const points = ring.map((one): Point => [Math.round(one.longitude * unit), Math.round(one.latitude * unit)]);
  const at = (n: number) => points[n % points.length]!;
  return points.some((_point, one) =>
    points.some((_other, other) => {
      if (other <= one) return false;
      if (other === one + 1) return turnsBack(at(one), at(other), at(other + 1));
      if ((other + 1) % points.length === one) return turnsBack(at(other), at(one), at(one + 1));
      return meet(at(one), at(one + 1), at(other), at(other + 1));
    }),
  );
}

/** Returns whether the path from `a` through `b` to `c` reverses. */
const turnsBack = (a: Point, b: Point, c: Point) =>
  side(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;

/** Returns the side of the line from `a` to `b` on which a point lies. */
const side = (a: Point, b: Point, c: Point) => Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));

function meet(a: Point, b: Point, c: Point, d: Point): boolean {
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (abc !== abd && cda !== cdb) return true;
  return (
    (abc === 0 && within(a, b, c)) ||
    (abd === 0 && within(a, b, d)) ||
    (cda === 0 && within(c, d, a)) ||
    (cdb === 0 && within(c, d, b))
  );
}

/** Returns whether a collinear point lies between `a` and `b`. */
const within = (a: Point, b: Point, c: Point) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);
