/** What a column takes at least and at most because of one word, and because of one line, in points. */
const [narrowest, widestWord, widestLine] = [16, 127, 318];

/**
 * How a width is shared by the columns of a table: every column has room for its longest word; of what is left those that want
 * little get it, so that only long texts wrap.
 */
export function shareWidth(
  available: number,
  rows: readonly (readonly string[])[],
  columns: number,
  measure: (text: string) => number,
): number[] {
  const longest = (at: number, parts: (text: string) => string[], most: number) =>
    Math.min(most, Math.max(narrowest, ...rows.flatMap((row) => parts(row[at] ?? '').map(measure))));
  const places = Array.from({ length: columns }, (_, at) => at);
  // a space that must not break holds its word together
  const least = places.map((at) => longest(at, (text) => text.split(/[ \n-]/), widestWord));
  const extra = places.map((at) => Math.max(1, longest(at, (text) => text.split('\n'), widestLine) - least[at]!));
  let left = available - sum(least);
  if (left < 0) return least.map((width) => (width * available) / sum(least));
  const widths = [...least];
  // those that want little get it, so that neither their titles nor their texts wrap; the others share what is left
  for (const [passed, at] of places.toSorted((one, other) => extra[one]! - extra[other]!).entries()) {
    const given = Math.min(extra[at]!, left / (columns - passed));
    widths[at]! += given;
    left -= given;
  }
  return widths.map((width) => (width * available) / sum(widths));
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
