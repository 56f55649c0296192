import { isDeepStrictEqual } from 'node:util';
import { Refusal } from '#server/platform/errors.ts';

/**
 * Refuses a change that was made on an older state than the row has now, so that of two people neither overwrites the
 * other unseen. Without a version the caller accepts that.
 */
export function refuseStale(row: { version: number }, version: number | null | undefined): void {
  if (version === null || version === undefined || version === row.version) return;
  throw new Refusal('error_changed_meanwhile', { version: 'error_changed_meanwhile' }, { version: row.version });
}

/** The fields of `wanted` that differ from the row. */
export function differing<Row extends object>(row: Row, wanted: Partial<Row>): Partial<Row> {
  const entries = Object.entries(wanted) as [keyof Row, Row[keyof Row]][];
  return Object.fromEntries(
    entries.filter(([key, value]) => value !== undefined && !isDeepStrictEqual(row[key], value)),
  ) as Partial<Row>;
}
