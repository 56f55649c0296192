import { localeOf } from '#shared/languages.ts';
import { toLocalInput } from '#shared/zoned.ts';

/** A typed value for workbooks, with its text for text files. */
export interface Valued {
  words: string;
  /** A number; a day or local time, stored as if it were UTC. */
  value: number | Date;
  holds: 'number' | 'day' | 'moment';
}

/** The content of a cell: text, or a value. */
export type Cell = string | Valued;

export type CellRow = readonly Cell[];

export interface CellWriter {
  moment(at: Date | null): Cell;
  /** Formats a number; null is an empty cell. */
  number(value: number | null): Cell;
}

/** Creates the writer of cells in a language. */
export function cellsIn(language: string, timeZone: string): CellWriter {
  const local = new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeStyle: 'medium', timeZone });
  return {
    moment: (at) => (at ? { words: local.format(at), value: onTheWall(at, timeZone), holds: 'moment' } : ''),
    number: (value) => (value === null ? '' : { words: String(value), value, holds: 'number' }),
  };
}

/** Returns a day (YYYY-MM-DD) with its words; invalid ones stay text. */
export function dayCell(day: string, words: string): Cell {
  const value = /^\d{4}-\d\d-\d\d$/.test(day) ? new Date(`${day}T00:00:00Z`) : null;
  return value && !Number.isNaN(value.getTime()) ? { words, value, holds: 'day' } : words;
}

/** Converts to local time; spreadsheets have no time zones. */
function onTheWall(at: Date, timeZone: string): Date {
  return new Date(Date.parse(`${toLocalInput(at, timeZone)}:00Z`) + (at.getTime() % 60_000));
}

/** A column of text, or of values of a kind. */
export type SheetColumn = string | { title: string; holds: Valued['holds'] };

/** A table for downloads, read in portions. */
export interface Sheet {
  /** The file name without its extension. */
  name: string;
  language: string;
  columns: readonly SheetColumn[];
  /** Contains addresses and numbers of people. */
  hasContacts?: boolean;
  rows: AsyncIterable<readonly CellRow[]>;
}
