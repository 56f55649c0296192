import { csvLine } from '#server/platform/csv.ts';
import { hashOf, sha256 } from '#server/records/log-file/held.ts';
import { place } from '#server/records/log-file/line.ts';
import { cellsOf } from '#server/records/log-file/read.ts';

/** The lines of a file: its heading, those of its entries and that of its seal. */
export interface FileLines {
  heading: string;
  entries: string[];
  seal: string;
}

/** A file in its lines. */
export function linesIn(text: string): FileLines {
  const lines = text.match(/(?:[^"\n]|"[^"]*")*\n/g) ?? [];
  return { heading: lines[0]!, entries: lines.slice(1, -1), seal: lines.at(-1)! };
}

/** Lines as a file. */
export const fileOf = ({ heading, entries, seal }: FileLines): string => [heading, ...entries, seal].join('');

/** A line with other cells; whoever is careful makes its checksum anew. */
export function changedLine(line: string, values: Readonly<Record<number, string>>, careful: boolean): string {
  const cells = cellsOf(line).map((cell, at) => values[at] ?? cell);
  if (!careful) return csvLine(cells);
  const begin = csvLine(cells.slice(0, place.check)).slice(0, -2);
  return `${begin};${sha256(begin)}\r\n`;
}

/** The entries with numbers from 1 on, as whoever is careful leaves them. */
export const renumbered = (entries: readonly string[]): string[] =>
  entries.map((line, at) => changedLine(line, { [place.number]: String(at + 1) }, true));

/** A line that somebody invents, with hashes that fit it and the line before. */
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
