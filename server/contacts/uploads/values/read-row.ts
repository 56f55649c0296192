import type { FileRecord, FileRemark } from '#server/contacts/uploads/reading/file-record.ts';
import { withoutApostrophe } from '#server/platform/csv.ts';
import { cleanLine, withoutTextMark } from '#shared/clean-text.ts';
import { cut } from '#shared/cut.ts';
import { compose, isComposed, type Parts, putAside } from './compose.ts';
import { joinGroup, readCell } from './read-cell.ts';
import { type Problem, problem, problemAt, type ReadingPlan, type ReadRow } from './row.ts';

/** Reads a record by its columns' targets. */
export function readRow(record: FileRecord, plan: ReadingPlan): ReadRow {
  const { line, cells, numbers } = record;
  const keys = { externalId: null, email: null, mobile: null };
  const lists = { data: [], guessed: new Map(), groups: [], problems: [], remarks: [] };
  const row: ReadRow = { line, name: '', fields: {}, isNameSplit: false, keys, ...lists };
  if (plan.group) row.groups.push(plan.group);
  const parts: Parts = { label: '', fullName: null, instead: {}, unplaced: [] };
  for (const [at, column] of plan.columns.entries()) {
    const written = plainOf(cells[at] ?? '');
    const isNumberedId = column.target === 'externalId' && numbers?.includes(at);
    const text = (isNumberedId && plan.idsWithZeros.get(written)) || written;
    if (column.target && isComposed(column.target)) putAside(parts, column.header, column.target, text);
    else if (column.target && text) readCell(row, parts.unplaced, column.header, column.target, text, plan);
    if (at === plan.groupsFrom && text) joinGroup(row, column.header, [text], plan);
    if (column.target !== 'kindOfNext') parts.label = '';
  }
  compose(row, parts, plan);
  if (cells.slice(plan.columns.length).some((cell) => cell)) row.problems.push(problem(null, 'error_upload_cells'));
  remarkShortZip(row, plan);
  if (record.refusal) row.problems.push(problem(null, record.refusal));
  row.remarks.push(...(record.remarks ?? []).map((one) => remarkOf(one, plan)));
  row.name = cut([row.fields.title, row.fields.firstName, row.fields.lastName].filter(Boolean).join(' '), 500);
  return row;
}

/** Removes markup and invisible characters. */
const plainOf = (cell: string): string =>
  withoutApostrophe(withoutTextMark(cleanLine(cell)))
    .replace(/^['`\u00B4\u2019](?=\s*[\d(+])/, '')
    .trim();

function remarkOf({ key, at, value }: FileRemark, { columns }: ReadingPlan): Problem {
  const column = at === null ? undefined : columns[at];
  return {
    column: column?.header ?? null,
    target: column?.target ?? null,
    key,
    line: null,
    value: value && cut(value, 100),
  };
}

/** Spreadsheets drop the leading zero of a German postal code. */
function remarkShortZip(row: ReadRow, plan: ReadingPlan): void {
  const of = (identifier: string) =>
    row.data.find(({ keyField }) => keyField === plan.types.get(identifier)?.id)?.valueStr ?? '';
  const isGerman = /^(de|deutschland|germany|d)$/i.test(of('country') || plan.rules.country);
  if (isGerman && /^\d{4}$/.test(of('zip'))) {
    row.remarks.push(problemAt(plan, 'zip', 'error_upload_short_zip', of('zip')));
  }
}
