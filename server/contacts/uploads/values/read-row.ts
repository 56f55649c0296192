import { withoutApostrophe } from '#server/csv.ts';
import type { FileRecord } from '../reading/file-record.ts';
import { compose, isComposed, type Parts, putAside } from './compose.ts';
import { joinGroup, readCell } from './read-cell.ts';
import { problem, type ReadingPlan, type ReadRow } from './row.ts';

/** Reads a record by the columns' targets. */
export function readRow({ line, cells, numbers }: FileRecord, plan: ReadingPlan): ReadRow {
  const keys = { externalId: null, email: null, mobile: null };
  const lists = { data: [], guessed: new Map(), groups: [], problems: [], remarks: [] };
  const row: ReadRow = { line, name: '', fields: {}, isNameSplit: false, keys, ...lists };
  if (plan.group) row.groups.push(plan.group);
  const parts: Parts = { label: '', fullName: null, instead: {}, unplaced: [] };
  for (const [at, column] of plan.columns.entries()) {
    const written = withoutApostrophe(cells[at] ?? '').trim();
    const isNumberedId = column.target === 'externalId' && numbers?.includes(at);
    const text = (isNumberedId && plan.idsWithZeros.get(written)) || written;
    if (column.target && isComposed(column.target)) putAside(parts, column.header, column.target, text);
    else if (column.target && text) readCell(row, parts.unplaced, column.header, column.target, text, plan);
    if (at === plan.groupsFrom && text) joinGroup(row, column.header, [text], plan);
    if (column.target !== 'kindOfNext') parts.label = '';
  }
  compose(row, parts, plan);
  if (cells.slice(plan.columns.length).some((cell) => cell)) row.problems.push(problem(null, 'error_upload_cells'));
  row.name = [row.fields.title, row.fields.firstName, row.fields.lastName].filter(Boolean).join(' ').slice(0, 500);
  return row;
}
