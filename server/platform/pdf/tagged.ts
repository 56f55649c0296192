import PDFDocument from 'pdfkit';
import { textIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';
import { drawFigure, figureHeight, type PdfFigure } from './figure.ts';
import { fontFiles } from './fonts.ts';
import { drawFoot, drawHead, foot, height, side, width } from './frame.ts';
import { heightOf, type InkPiece, inkOf, type Laid, split } from './ink.ts';
import { type PageFrame, pageWords, printWidth } from './page.ts';
import { shareWidth } from './widths.ts';

export type { InkPiece } from './ink.ts';

const padding = 4;
const nameWidth = 150; // for the names of pairs

/** A column of a table, with its width in points. */
export interface PdfColumn {
  title: string;
  width: number;
}

type Row = readonly (readonly InkPiece[])[];

interface Body {
  body: PDFKit.PDFStructureElement;
  widths: readonly number[];
  rows: Iterable<Row>;
  /** The first cell of a row: a value, or the header of the others. */
  first: 'TD' | 'TH';
  /** The height of a page below the titles. */
  room: number;
}

/**
 * A document of accessible A4 pages: its parts are tagged in order (PDF/UA-1), repeated page parts as artifacts. Words are
 * hyphenated by their language.
 */
export interface TaggedDocument {
  title(text: string): void;
  /** A heading, together with `keep` points of the following content on its page. */
  heading(text: string, keep?: number): void;
  /** A heading below `heading`; `keep` points of what follows stand on its page. */
  label(pieces: readonly InkPiece[], keep?: number): void;
  paragraph(piece: InkPiece): void;
  /** A row is a list of cells, each of which holds pieces below each other. The titles are repeated on every page. */
  table(columns: readonly PdfColumn[], rows: Iterable<Row>): void;
  /** Names and values side by side: the first cell of a row names the other. */
  pairs(rows: readonly (readonly [readonly InkPiece[], readonly InkPiece[]])[]): void;
  /** A drawing as wide as the page, which is told in words to whoever does not see it. */
  figure(figure: PdfFigure): void;
  widthsOf(rows: readonly (readonly string[])[], columns: number): number[];
  finish(): Promise<Buffer>;
}

/** Creates a document; texts continue on further pages. */
export function taggedDocument(frame: PageFrame, { compress = true } = {}): TaggedDocument {
  const words = textIn(pageWords, frame.language);
  const marks = [...(frame.exercise ? [words.exercise] : []), ...(frame.mark ? [frame.mark] : [])];
  const begin = 76 + 19 * marks.length;
  const bottom = height - foot;
  const pdf = new PDFDocument({
    size: 'A4',
    margin: 0,
    pdfVersion: '1.7',
    subset: 'PDF/UA' as 'PDF/A-1',
    tagged: true,
    lang: languageOf(frame.language),
    displayTitle: true,
    bufferPages: true,
    autoFirstPage: false,
    compress,
    font: fontFiles.normal,
    info: { Title: `${frame.title} – ${frame.subtitle}`, Author: frame.organisation, CreationDate: frame.created },
  });
  const pieces: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', () => resolve(Buffer.concat(pieces))).on('error', reject);
  });
  const root = pdf.struct('Document');
  pdf.addStructure(root);
  const ink = inkOf(pdf, frame.language);
  let y = bottom;
  let drawTitles: (() => void) | null = null; // of a table that continues on the next page

  const aside = (work: () => void) => {
    pdf.markContent('Artifact', { type: 'Pagination' });
    work();
    pdf.endMarkedContent();
  };
  const newPage = () => {
    pdf.addPage();
    aside(() => drawHead(pdf, frame, marks));
    y = begin;
    drawTitles?.();
  };
  const rule = () =>
    aside(
      () =>
        void pdf
          .moveTo(side, y)
          .lineTo(width - side, y)
          .lineWidth(0.5)
          .strokeColor('#adb5bd')
          .stroke(),
    );
  const lay = (cell: readonly InkPiece[], wide: number) => cell.map((piece) => ink.lay(piece, wide));
  const highest = (row: readonly (readonly Laid[])[]) =>
    2 * padding + Math.max(...row.map((cell) => sum(cell.map(heightOf))));

  /** Draws the pieces of a cell from `y` to the end of the page; returns the rest and the end position. */
  function drawCell(cell: PDFKit.PDFStructureElement, given: readonly Laid[], x: number) {
    let [left, top] = [[...given], y + padding - 1];
    for (let piece = left[0]; piece; piece = left[0]) {
      const [fitting, rest] = split(piece, bottom - top);
      if (fitting) {
        ink.draw(fitting, [x, top], cell);
        top += heightOf(fitting);
      }
      left = [...(rest ? [rest] : []), ...left.slice(1)];
      if (rest) break;
    }
    return { left, top };
  }

  function drawRow(widths: readonly number[], row: readonly (readonly Laid[])[], cells: PDFKit.PDFStructureElement[]) {
    let rest = row;
    while (true) {
      let [x, low] = [side, y];
      rest = rest.map((cell, at) => {
        const { left, top } = drawCell(cells[at]!, cell, x + padding);
        x += widths[at]!;
        low = Math.max(low, top);
        return left;
      });
      y = low + padding;
      if (rest.every((cell) => !cell.length)) return;
      newPage();
    }
  }

  function block(tag: string, given: readonly InkPiece[], [before, after]: [number, number], keep = 0) {
    let rest: readonly Laid[] = lay(given, printWidth);
    if (y + before + Math.min(sum(rest.map(heightOf)), 60) + keep > bottom) newPage();
    else y += before;
    const element = pdf.struct(tag);
    root.add(element);
    while (rest.length) {
      const { left, top } = drawCell(element, rest, side);
      y = top;
      rest = left;
      if (rest.length) newPage();
    }
    element.end();
    y += after;
  }

  const child = (parent: PDFKit.PDFStructureElement, tag: string, options: object = {}) => {
    const element = pdf.struct(tag, options);
    parent.add(element);
    return element;
  };

  /** Draws the rows of a table, each on one page if it fits. */
  function drawBody({ body, widths, rows, first, room }: Body) {
    for (const row of rows) {
      const laid = row.map((cell, at) => lay(cell, widths[at]! - 2 * padding));
      const high = highest(laid);
      if (y + Math.min(high, 40) > bottom || (y + high > bottom && high <= room)) newPage();
      const tr = child(body, 'TR');
      const cells = widths.map((_, at) =>
        at === 0 && first === 'TH' ? child(tr, 'TH', { scope: 'Row' }) : child(tr, 'TD'),
      );
      drawRow(widths, laid, cells);
      tr.end();
      rule();
    }
  }

  function table(columns: readonly PdfColumn[], rows: Iterable<Row>) {
    const element = child(root, 'Table');
    const widths = columns.map((column) => column.width);
    const titles = columns.map(({ title, width: wide }) => lay([{ text: title, look: 'strong' }], wide - 2 * padding));
    const head = highest(titles);
    if (y + head + 60 > bottom) newPage();
    const part = child(element, 'THead');
    const first = child(part, 'TR');
    drawRow(
      widths,
      titles,
      columns.map(() => child(first, 'TH', { scope: 'Column' })),
    );
    part.end();
    rule();
    drawTitles = () => {
      aside(() => {
        let x = side;
        for (const [at, wide] of widths.entries()) {
          ink.draw(titles[at]![0]!, [x + padding, y + padding - 1]);
          x += wide;
        }
      });
      y += head;
      rule();
    };
    drawBody({ body: child(element, 'TBody'), widths, rows, first: 'TD', room: bottom - begin - head });
    drawTitles = null;
    element.end();
    y += padding;
  }

  newPage();
  return {
    title: (text) => block('H1', [{ text, look: 'title' }], [0, 2]),
    heading: (text, keep = 110) => block('H2', [{ text, look: 'heading' }], [14, 2], keep),
    label: (given, keep = 24) => block('H3', given, [6, 0], keep),
    paragraph: (piece) => block('P', [piece], [0, 4]),
    table,
    pairs: (rows) => {
      const element = child(root, 'Table');
      const widths = [nameWidth, printWidth - nameWidth];
      drawBody({ body: child(element, 'TBody'), widths, rows, first: 'TH', room: bottom - begin });
      element.end();
      y += padding;
    },
    figure: (figure) => {
      const high = figureHeight(figure);
      if (y + high > bottom) newPage();
      const [top, left] = [y, side];
      const bbox = [left, top, left + printWidth, top + high];
      const element = child(root, 'Figure', { alt: figure.alt, bbox, placement: 'Block' });
      element.add(() => drawFigure(pdf, figure, [left, top]));
      element.end();
      y += high + padding;
    },
    widthsOf: (rows, columns) => {
      const wide = (text: string) => ink.measure(text, 'strong');
      const available = printWidth - 2 * padding * columns;
      return shareWidth(available, rows, columns, wide).map((share) => share + 2 * padding);
    },
    finish: () => {
      const { count } = pdf.bufferedPageRange();
      for (let at = 0; at < count; at++) {
        pdf.switchToPage(at);
        aside(() => drawFoot(pdf, frame, words.page(at + 1, count)));
      }
      root.end();
      pdf.end();
      return done;
    },
  };
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
