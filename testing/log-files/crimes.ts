import { csvLine } from '#server/platform/csv.ts';
import { hashOf, sha256Hex } from '#server/records/log-file/held.ts';
import { place } from '#server/records/log-file/line.ts';
import { cellsOf } from '#server/records/log-file/read.ts';

/** The lines of a file: heading, entries and seal. */
export interface FileLines {
  heading: string;
  entries: string[];
  seal: string;
}

/** Splits a file into its lines. */
export function linesIn(text: string): FileLines {
  const lines = text.match(/(?:[^"\n]|"[^"]*")*\n/g) ?? [];
  return { heading: lines[0]!, entries: lines.slice(1, -1), seal: lines.at(-1)! };
}

/** Joins lines to a file. */
export const joinLines = ({ heading, entries, seal }: FileLines): string => [heading, ...entries, seal].join('');

/** Changes cells of a line; a careful forger also its checksum. */
export function changedLine(line: string, values: Readonly<Record<number, string>>, careful: boolean): string {
  const cells = cellsOf(line).map((cell, at) => values[at] ?? cell);
  if (!careful) return csvLine(cells);
  const begin = csvLine(cells.slice(0, place.check)).slice(0, -2);
  return `${begin};${sha256Hex(begin)}\r\n`;
}

/** Numbers the entries from 1 on, with correct checksums. */
export const renumbered = (entries: readonly string[]): string[] =>
  entries.map((line, at) => changedLine(line, { [place.number]: String(at + 1) }, true));

/** Returns a forged line with matching hashes. */
export function inventedLine(before: string): string {
  const cells = cellsOf(before);
  const [event] = JSON.parse(cells[place.content]!) as [number];
  const content = `[${event}, "1700000000.000000", null, "note", "Erfunden", null]`;
  const previous = cells[place.hash]!;
  const values = {
    [place.text]: 'Erfunden',
    [place.kind]: 'note',
    [place.utc]: '2023-11-14T22:13:20.000Z',
    [place.happenedUtc]: '',
    [place.corrects]: '',
    [place.content]: content,
    [place.previous]: previous,
    [place.hash]: hashOf(previous, content),
  };
  return changedLine(before, values, true);
}
