import type { RefusalKey } from '#shared/refusals.ts';

/** What the reader of a file has to say of a record. */
export interface FileRemark {
  key: RefusalKey;
  /** Place of the cell that it is about; null for the whole record. */
  at: number | null;
  value: string | null;
}

/** One record of a file. */
export interface FileRecord {
  /** Line of the file where it begins; a record may have several. */
  line: number;
  cells: string[];
  /** Places of cells that a workbook holds as numbers, so that zeros before them were only shown. */
  numbers?: readonly number[];
  remarks?: readonly FileRemark[];
  /** Why nobody is made of this record. */
  refusal?: RefusalKey;
}

/** How many characters are kept at once, however few records they are. */
export const mostAtOnce = 1_000_000;

/** How many characters a record is, with the signs between its cells. */
export const sizeOf = ({ cells }: FileRecord): number => cells.reduce((sum, cell) => sum + cell.length + 1, 0);

/** The kinds of file that are read. */
export type FileFormat = 'csv' | 'xlsx' | 'vcf';

/** A file of people as it is read. */
export interface PeopleFile {
  format: FileFormat;
  /** How bytes stand for characters. */
  encoding: string;
  /** The sign between cells; empty where there is none. */
  separator: string;
  /** The header, then the people. Of vCards the header is made of identifiers of targets. */
  records: AsyncGenerator<FileRecord>;
}

/** A cell as it can be kept: whole characters, no control characters but tabs and line breaks, nothing blank at its ends. */
export const plainCell = (text: string): string =>
  text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\t\n]/gu, '')
    .trim();
