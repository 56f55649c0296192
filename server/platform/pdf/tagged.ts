import { drawFigure, figureHeight, type PdfFigure } from './figure.ts';
import { side } from './frame.ts';
import type { InkPiece } from './ink.ts';
import { type PageFrame, printWidth } from './page.ts';
import { Pages, padding } from './pages.ts';
import { drawPairs, drawTable, type PdfColumn, type TableRow } from './tables.ts';
import { shareWidth } from './widths.ts';

export type { InkPiece } from './ink.ts';
export type { PdfColumn } from './tables.ts';

/** An accessible A4 document (PDF/UA-1); repeated page parts are artifacts. */
export interface TaggedDocument {
  title(text: string): void;
  /** A heading, kept together with `keep` points of content. */
  heading(text: string, keep?: number): void;
  /** A heading below `heading`. */
  label(pieces: readonly InkPiece[], keep?: number): void;
  paragraph(piece: InkPiece): void;
  /** A row is a list of cells; titles repeat on every page. */
  table(columns: readonly PdfColumn[], rows: Iterable<TableRow>): void;
  /** Names and values side by side. */
  pairs(rows: readonly (readonly [readonly InkPiece[], readonly InkPiece[]])[]): void;
  /** A drawing of full width with an alternative text. */
  figure(figure: PdfFigure): void;
  /** Attaches a file to the document. */
  attach(file: { name: string; type: string; content: string; about: string }): void;
  widthsOf(rows: readonly (readonly string[])[], columns: number): number[];
  finish(): Promise<Buffer>;
}

/** Creates a document; texts continue on further pages. */
export function taggedDocument(frame: PageFrame, { compress = true } = {}): TaggedDocument {
  const pages = new Pages(frame, compress);
  return {
    title: (text) => pages.block('H1', [{ text, look: 'title' }], [0, 2]),
    heading: (text, keep = 110) => pages.block('H2', [{ text, look: 'heading' }], [14, 2], keep),
    label: (given, keep = 24) => pages.block('H3', given, [6, 0], keep),
    paragraph: (piece) => pages.block('P', [piece], [0, 4]),
    table: (columns, rows) => drawTable(pages, columns, rows),
    pairs: (rows) => drawPairs(pages, rows),
    figure: (figure) => placeFigure(pages, figure),
    attach: ({ name, type, content, about }) => {
      // the types of pdfkit lack the relationship, which PDF/A-3 requires
      const options = { name, type, description: about, relationship: 'Source' };
      pages.pdf.file(Buffer.from(content), options);
    },
    widthsOf: (rows, columns) => {
      const wide = (text: string) => pages.ink.measure(text, 'strong');
      const available = printWidth - 2 * padding * columns;
      return shareWidth(available, rows, columns, wide).map((share) => share + 2 * padding);
    },
    finish: () => pages.finish(),
  };
}

function placeFigure(pages: Pages, figure: PdfFigure): void {
  const high = figureHeight(figure);
  pages.makeRoom(high);
  const [top, left] = [pages.y, side];
  const bbox = [left, top, left + printWidth, top + high];
  const element = pages.child(pages.root, 'Figure', { alt: figure.alt, bbox, placement: 'Block' });
  element.add(() => drawFigure(pages.pdf, figure, [left, top]));
  element.end();
  pages.y += high + padding;
}
