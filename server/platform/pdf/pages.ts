import PDFDocument from 'pdfkit';
import { textIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';
import { fontFiles } from './fonts.ts';
import { drawFoot, drawHead, foot, height, side, width } from './frame.ts';
import { heightOf, type Ink, type InkPiece, inkOf, type Laid, split } from './ink.ts';
import { type PageFrame, pageWords, printWidth } from './page.ts';

/** The distance of a cell's text from its borders, in points. */
export const padding = 4;

type Element = PDFKit.PDFStructureElement;

/** Tagged A4 pages that fill from top to bottom: `y` is where the next part begins. */
export class Pages {
  readonly pdf: PDFKit.PDFDocument;
  readonly root: Element;
  readonly ink: Ink;
  /** Where the parts of a page begin and end. */
  readonly begin: number;
  readonly bottom = height - foot;
  y = this.bottom;
  drawTitles: (() => void) | null = null;
  readonly #frame: PageFrame;
  readonly #marks: string[];
  readonly #done: Promise<Buffer>;

  constructor(frame: PageFrame, compress: boolean) {
    this.#frame = frame;
    const { exercise } = textIn(pageWords, frame.language);
    this.#marks = [...(frame.exercise ? [exercise] : []), ...(frame.mark ? [frame.mark] : [])];
    this.begin = 76 + 19 * this.#marks.length;
    this.pdf = openPdf(frame, compress);
    this.#done = collect(this.pdf);
    this.root = this.pdf.struct('Document');
    this.pdf.addStructure(this.root);
    this.ink = inkOf(this.pdf, frame.language);
    this.newPage();
  }

  newPage(): void {
    this.pdf.addPage();
    this.aside(() => drawHead(this.pdf, this.#frame, this.#marks));
    this.y = this.begin;
    this.drawTitles?.();
  }

  makeRoom(points: number): void {
    if (this.y + points > this.bottom) this.newPage();
  }

  aside(work: () => void): void {
    this.pdf.markContent('Artifact', { type: 'Pagination' });
    work();
    this.pdf.endMarkedContent();
  }

  rule(): void {
    this.aside(() => {
      const line = this.pdf.moveTo(side, this.y).lineTo(width - side, this.y);
      line.lineWidth(0.5).strokeColor('#adb5bd').stroke();
    });
  }

  child(parent: Element, tag: string, options: object = {}): Element {
    const element = this.pdf.struct(tag, options);
    parent.add(element);
    return element;
  }

  lay(cell: readonly InkPiece[], wide: number): Laid[] {
    return cell.map((piece) => this.ink.lay(piece, wide));
  }

  /** Draws the pieces of a cell from `y` to the end of the page; returns the rest and the end position. */
  drawCell(cell: Element, given: readonly Laid[], x: number): { left: Laid[]; top: number } {
    let [left, top] = [[...given], this.y + padding - 1];
    for (let piece = left[0]; piece; piece = left[0]) {
      const [fitting, rest] = split(piece, this.bottom - top);
      if (fitting) {
        this.ink.draw(fitting, [x, top], cell);
        top += heightOf(fitting);
      }
      left = [...(rest ? [rest] : []), ...left.slice(1)];
      if (rest) break;
    }
    return { left, top };
  }

  /** Draws pieces across the page, together with `keep` points of the next content. */
  block(tag: string, given: readonly InkPiece[], [before, after]: [number, number], keep = 0): void {
    let rest: readonly Laid[] = this.lay(given, printWidth);
    if (this.y + before + Math.min(sum(rest.map(heightOf)), 60) + keep > this.bottom) this.newPage();
    else this.y += before;
    const element = this.child(this.root, tag);
    while (rest.length) {
      const { left, top } = this.drawCell(element, rest, side);
      this.y = top;
      rest = left;
      if (rest.length) this.newPage();
    }
    element.end();
    this.y += after;
  }

  /** Adds the page numbers and returns the document. */
  finish(): Promise<Buffer> {
    const { count } = this.pdf.bufferedPageRange();
    const { page } = textIn(pageWords, this.#frame.language);
    for (let at = 0; at < count; at++) {
      this.pdf.switchToPage(at);
      this.aside(() => drawFoot(this.pdf, this.#frame, page(at + 1, count)));
    }
    this.root.end();
    this.pdf.end();
    return this.#done;
  }
}

const openPdf = (frame: PageFrame, compress: boolean): PDFKit.PDFDocument =>
  new PDFDocument({
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

function collect(pdf: PDFKit.PDFDocument): Promise<Buffer> {
  const pieces: Buffer[] = [];
  return new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', () => resolve(Buffer.concat(pieces))).on('error', reject);
  });
}

export const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
