import { side } from './frame.ts';
import { heightOf, type InkPiece, type Laid } from './ink.ts';
import { printWidth } from './page.ts';
import { type Pages, padding, sum } from './pages.ts';

const nameWidth = 150; // for the names of pairs

type Element = PDFKit.PDFStructureElement;

/** Widths are in points. */
export interface PdfColumn {
  title: string;
  width: number;
}

/** A list of cells, each of which holds pieces below each other. */
export type TableRow = readonly (readonly InkPiece[])[];

interface Body {
  body: Element;
  widths: readonly number[];
  rows: Iterable<TableRow>;
  first: 'TD' | 'TH';
  /** The height of a page below the titles. */
  room: number;
}

const highest = (row: readonly (readonly Laid[])[]): number =>
  2 * padding + Math.max(...row.map((cell) => sum(cell.map(heightOf))));

export function drawTable(pages: Pages, columns: readonly PdfColumn[], rows: Iterable<TableRow>): void {
  const element = pages.child(pages.root, 'Table');
  const widths = columns.map((column) => column.width);
  const titles = columns.map(({ title, width }) => pages.lay([{ text: title, look: 'strong' }], width - 2 * padding));
  const head = highest(titles);
  pages.makeRoom(head + 60);
  const part = pages.child(element, 'THead');
  const first = pages.child(part, 'TR');
  drawRow(
    pages,
    widths,
    titles,
    columns.map(() => pages.child(first, 'TH', { scope: 'Column' })),
  );
  part.end();
  pages.rule();
  pages.drawTitles = () => repeatTitles(pages, widths, titles);
  const room = pages.bottom - pages.begin - head;
  drawBody(pages, { body: pages.child(element, 'TBody'), widths, rows, first: 'TD', room });
  pages.drawTitles = null;
  element.end();
  pages.y += padding;
}

export function drawPairs(pages: Pages, rows: readonly TableRow[]): void {
  const element = pages.child(pages.root, 'Table');
  const widths = [nameWidth, printWidth - nameWidth];
  const room = pages.bottom - pages.begin;
  drawBody(pages, { body: pages.child(element, 'TBody'), widths, rows, first: 'TH', room });
  element.end();
  pages.y += padding;
}

function repeatTitles(pages: Pages, widths: readonly number[], titles: readonly (readonly Laid[])[]): void {
  pages.aside(() => {
    let x = side;
    for (const [at, wide] of widths.entries()) {
      pages.ink.draw(titles[at]![0]!, [x + padding, pages.y + padding - 1]);
      x += wide;
    }
  });
  pages.y += highest(titles);
  pages.rule();
}

/** Draws the rows of a table, without breaking one if possible. */
function drawBody(pages: Pages, { body, widths, rows, first, room }: Body): void {
  for (const row of rows) {
    const laid = row.map((cell, at) => pages.lay(cell, widths[at]! - 2 * padding));
    const high = highest(laid);
    const isBetterOnNext = pages.y + high > pages.bottom && high <= room;
    if (isBetterOnNext || pages.y + Math.min(high, 40) > pages.bottom) pages.newPage();
    const tr = pages.child(body, 'TR');
    const cells = widths.map((_, at) =>
      at === 0 && first === 'TH' ? pages.child(tr, 'TH', { scope: 'Row' }) : pages.child(tr, 'TD'),
    );
    drawRow(pages, widths, laid, cells);
    tr.end();
    pages.rule();
  }
}

function drawRow(pages: Pages, widths: readonly number[], row: readonly (readonly Laid[])[], cells: Element[]): void {
  let rest = row;
  while (true) {
    let [x, low] = [side, pages.y];
    rest = rest.map((cell, at) => {
      const { left, top } = pages.drawCell(cells[at]!, cell, x + padding);
      x += widths[at]!;
      low = Math.max(low, top);
      return left;
    });
    pages.y = low + padding;
    if (rest.every((cell) => !cell.length)) return;
    pages.newPage();
  }
}
