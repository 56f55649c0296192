import { type Coordinates, readCoordinates } from './coordinates.ts';
import type { RefusalKey } from './refusals.ts';

/** A part of the world: a ring of points, a circle, or what a register calls by a code. */
export type AreaPart =
  | { kind: 'polygon'; points: readonly Coordinates[] }
  | { kind: 'circle'; centre: Coordinates; kilometres: number }
  | { kind: 'code'; name: string; value: string };

/** Most points of a ring, the first that closes it included. */
export const mostPoints = 100;
const mostParts = 50;
const mostKilometres = 20_000;
/** Digits behind the comma: about a metre. */
const decimals = 5;
const unit = 10 ** decimals;

/**
 * Reads an area, a part per line: "lat,lon lat,lon lat,lon …" a polygon, which is closed where it is open, "lat,lon
 * kilometres" a circle, "name=value" a code. Answers the parts, or what is wrong.
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

/** An area as `readArea` reads it as the same. */
export const areaText = (parts: readonly AreaPart[]): string => parts.map(partText).join('\n');

function partText(part: AreaPart): string {
  if (part.kind === 'code') return `${part.name}=${part.value}`;
  if (part.kind === 'circle') return `${pointText(part.centre)} ${part.kilometres}`;
  return part.points.map(pointText).join(' ');
}

/** A point as "lat,lon", without superfluous digits and never in scientific notation. */
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

/** The points as a ring: the last is the first again, no two in a row are the same, and its line nowhere meets itself. */
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

/** Counted in whole units, so that nothing is decided by how numbers are rounded. */
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

/** Whether the way from `a` over `b` to `c` goes back on itself. */
const turnsBack = (a: Point, b: Point, c: Point) =>
  side(a, b, c) === 0 && (b[0] - a[0]) * (c[0] - b[0]) + (b[1] - a[1]) * (c[1] - b[1]) < 0;

/** On which side of the line from `a` to `b` a point lies. */
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

/** Whether a point of the line through `a` and `b` lies between them. */
const within = (a: Point, b: Point, c: Point) =>
  Math.min(a[0], b[0]) <= c[0] &&
  c[0] <= Math.max(a[0], b[0]) &&
  Math.min(a[1], b[1]) <= c[1] &&
  c[1] <= Math.max(a[1], b[1]);
