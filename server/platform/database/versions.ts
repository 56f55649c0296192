import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '#server/platform/errors.ts';

/** Refuses a change based on an older version of the row; no version accepts that. */
export function refuseStale(row: { version: number }, version: number | null | undefined): void {
  if (version === null || version === undefined || version === row.version) return;
  throw new Refusal('error_changed_meanwhile', { version: 'error_changed_meanwhile' }, { version: row.version });
}

export function differing<Row extends object>(row: Row, wanted: Partial<Row>): Partial<Row> {
  const entries = Object.entries(wanted) as [keyof Row, Row[keyof Row]][];
  return Object.fromEntries(
    entries.filter(([key, value]) => value !== undefined && !isDeepStrictEqual(row[key], value)),
  ) as Partial<Row>;
}
