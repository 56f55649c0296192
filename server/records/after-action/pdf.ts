import { figureHeight } from '#server/platform/pdf/figure.ts';
import { pageWords } from '#server/platform/pdf/page.ts';
import { printable } from '#server/platform/pdf/printable.ts';
import { type TaggedDocument, taggedDocument } from '#server/platform/pdf/tagged.ts';
import { textTable } from '#server/platform/pdf/text-table.ts';
import { textIn } from '#shared/label.ts';
import { chartWords } from './chart-words.ts';
import type { Chart } from './charts.ts';
import type { AfterActionPaper } from './paper.ts';
import type { Table } from './tables.ts';
import { afterActionWords } from './words.ts';

export function afterActionPdf(paper: AfterActionPaper, options: { compress?: boolean } = {}): Promise<Buffer> {
  const { language, organisation, logo, created, charts, notes, withheld } = paper;
  const words = textIn(afterActionWords, language);
  const exercise = paper.mode !== 'LIVE';
  const subtitle = printable(paper.eventName);
  const frame = { language, organisation, logo, title: words.title, subtitle, exercise, mark: null, created };
  const pdf = taggedDocument(frame, options);
  pdf.title(words.title);
  pdf.paragraph({ text: subtitle, look: 'heading' });
  // screen readers skip page headers
  if (exercise) pdf.paragraph({ text: textIn(pageWords, language).exercise, look: 'strong' });
  printPairs(pdf, paper.facts);
  if (charts.course) printHeading(pdf, textIn(chartWords, language).course, charts.course);
  for (const [name, table] of Object.entries(paper.tables) as [keyof typeof paper.tables, Table][]) {
    printHeading(pdf, table.title, charts[name]);
    if (table.rows.length) printRows(pdf, table);
    const below = table.rows.length ? notes[name] : (withheld[name] ?? words.none);
    if (below) pdf.paragraph({ text: below, look: 'quiet' });
  }
  return pdf.finish();
}

/** Prints a heading on its chart's page. */
function printHeading(pdf: TaggedDocument, title: string, chart: Chart | undefined): void {
  pdf.heading(title, chart && figureHeight(chart));
  if (!chart) return;
  pdf.figure(chart);
  if (chart.note) pdf.paragraph({ text: chart.note, look: 'quiet' });
}

/** Tables with more columns print as one line per cell. */
const widest = 8;

function printRows(pdf: TaggedDocument, { columns, rows }: Table): void {
  const texts = rows.map((row) => row.map((cell) => (typeof cell === 'string' ? cell : cell.words)));
  if (columns.length <= widest) textTable(pdf, columns, texts);
  const turned = columns.length > widest ? texts : [];
  for (const [name = '', ...values] of turned) {
    pdf.label([{ text: printable(name), look: 'label' }], 80);
    printPairs(
      pdf,
      values.flatMap((value, at) => (value ? [[columns[at + 1]!, value] as const] : [])),
    );
  }
}

const printPairs = (pdf: TaggedDocument, rows: readonly (readonly [string, string])[]): void =>
  pdf.pairs(rows.map(([name, value]) => [[{ text: name }], [{ text: printable(value) }]]));
