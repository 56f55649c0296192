import { knownExports } from '#server/contacts/uploads/headers/exports.ts';
import { headerKey } from '#server/contacts/uploads/headers/header-key.ts';
import { columnTargetsOf } from '#server/contacts/uploads/headers/targets.ts';
import { headerWords } from '#server/contacts/uploads/headers/words.ts';

/** Rows above the header contain a title. */
export const mostTitleLines = 20;

const findWords = (): ReadonlyMap<string, string> =>
  new Map([
    ...columnTargetsOf([]).flatMap(({ identifier, name, nameEn }) =>
      [identifier, name, nameEn].map((word) => [headerKey(word), identifier] as const),
    ),
    ...knownExports.flatMap(({ columns }) =>
      Object.entries(columns).map(([word, target]) => [headerKey(word).replace(/\d/g, ''), target ?? word] as const),
    ),
    ...Object.entries(headerWords).flatMap(([target, all]) =>
      [target, ...all].map((word) => [headerKey(word), target] as const),
    ),
    ...(
      ['Straße', 'Postleitzahl', 'Ort', 'Land', 'Organisation', 'Funktion', 'Abteilung', 'Pager', 'Fax'] as const
    ).map((word) => [headerKey(word), word] as const),
  ]);

let words: ReadonlyMap<string, string> | undefined; // a start needs none

/** A longer cell is no heading. */
const longestHeading = 60;

/** Returns the field that a cell names. */
export function namedField(cell: string): string | undefined {
  words ??= findWords();
  return words.get(headerKey(cell)) ?? words.get(headerKey(cell).replace(/\d/g, ''));
}

/** Counts the different fields that a row's cells name. */
export function namedFields(cells: readonly string[]): number {
  const found = cells
    .slice(0, 300)
    .filter((cell) => cell && cell.length <= longestHeading)
    .flatMap((cell) => namedField(cell) ?? []);
  return new Set(found).size;
}

const filled = (cells: readonly string[]): number => cells.filter((cell) => cell).length;

/**
 * Returns the header's position: the row that names most fields, at least two; of joined rows the lower one. Otherwise
 * the first with one, with two filled cells, or the first.
 */
export function headerPlace(rows: readonly (readonly string[])[]): number {
  const named = rows.map(namedFields);
  const most = Math.max(0, ...named);
  if (most > 1) {
    let at = named.indexOf(most);
    while (named[at + 1] === most && isJoined(rows[at]!, rows[at + 1]!)) at++;
    return at;
  }
  if (named[0] === 1) return 0;
  return Math.max(
    0,
    rows.findIndex((cells) => filled(cells) > 1),
  );
}

/** Returns whether both rows name the same fields: "Telefon" above "Mobil". */
const isJoined = (upper: readonly string[], lower: readonly string[]): boolean =>
  upper.some((cell, at) => cell && cell === lower[at]) && upper.some((cell, at) => cell !== (lower[at] ?? ''));
