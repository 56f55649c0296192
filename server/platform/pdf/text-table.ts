import { printable } from './printable.ts';
import type { TaggedDocument } from './tagged.ts';

export function textTable(pdf: TaggedDocument, titles: readonly string[], rows: readonly (readonly string[])[]): void {
  const [columns, cells] = [titles.map(printable), rows.map((row) => row.map(printable))];
  const widths = pdf.widthsOf([columns, ...cells], columns.length);
  pdf.table(
    columns.map((title, at) => ({ title, width: widths[at]! })),
    cells.map((row) => row.map((text) => [{ text }])),
  );
}
