import type { Checked, FieldKind } from './kind.ts';

/** Rows of texts. */
export interface TableShape {
  kind: 'table';
  columns: readonly string[];
}

/** Maximum number of rows, and of characters per cell. */
export const tableLimits = { rows: 200, cell: 1000 } as const;

/** Rows with one text per column; empty rows are dropped. */
export const table: FieldKind<TableShape, string[][]> = {
  value: 'rows',
  check(given, { columns }): Checked<string[][]> {
    if (given === null || given === undefined) return { value: null };
    if (!Array.isArray(given)) return { fault: 'error_invalid_input' };
    if (given.length > tableLimits.rows) return { fault: 'error_too_many' };
    const fits = (row: unknown): row is string[] =>
      Array.isArray(row) && row.length === columns.length && row.every((cell) => typeof cell === 'string');
    if (!given.every(fits)) return { fault: 'error_invalid_input' };
    const cells = given.flat();
    if (cells.some((cell) => cell.length > tableLimits.cell)) return { fault: 'error_too_long' };
    return { value: cells.some((cell) => cell.trim()) ? given : null };
  },
  words: (value) => value.map((row) => row.join(' · ')).join('\n'),
};
