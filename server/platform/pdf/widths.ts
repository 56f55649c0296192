/** The minimum width of a column, and the maximum because of one word and one line, in points. */
const [narrowest, widestWord, widestLine] = [16, 127, 318];

/** Divides a width among columns: each fits its longest word; the rest goes to the least demanding first. */
export function shareWidth(
  available: number,
  rows: readonly (readonly string[])[],
  columns: number,
  measure: (text: string) => number,
): number[] {
  const longest = (at: number, parts: (text: string) => string[], most: number) =>
    Math.min(most, Math.max(narrowest, ...rows.flatMap((row) => parts(row[at] ?? '').map(measure))));
  const places = Array.from({ length: columns }, (_, at) => at);
  // a non-breaking space keeps its word together
  const least = places.map((at) => longest(at, (text) => text.split(/[ \n-]/), widestWord));
  const extra = places.map((at) => Math.max(1, longest(at, (text) => text.split('\n'), widestLine) - least[at]!));
  let left = available - sum(least);
  if (left < 0) return least.map((width) => (width * available) / sum(least));
  const widths = [...least];
  // the least demanding columns first, so that their titles and texts don't wrap
  for (const [passed, at] of places.toSorted((one, other) => extra[one]! - extra[other]!).entries()) {
    const given = Math.min(extra[at]!, left / (columns - passed));
    widths[at]! += given;
    left -= given;
  }
  return widths.map((width) => (width * available) / sum(widths));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
