import { fontFiles } from './fonts.ts';
import { type PageFrame, printWidth, quiet, shortened } from './page.ts';

/** The page and its margins, in points. */
export const [width, height, side, foot] = [595.28, 841.89, 50, 54];

const logoBox: [number, number] = [110, 34];

/** Draws the head of a page: logo, names and marks. */
export function drawHead(pdf: PDFKit.PDFDocument, frame: PageFrame, marks: readonly string[]): void {
  const half = printWidth / 2 - 8;
  const left = frame.logo ? side + logoBox[0] + 12 : side;
  if (frame.logo) pdf.image(frame.logo, side, 24, { fit: logoBox });
  pdf.font(fontFiles.bold).fontSize(10).fillColor('#000000');
  pdf.text(frame.organisation, left, 34, { width: half - (left - side), height: 26, ellipsis: true });
  const right = { width: half, align: 'right' as const, lineBreak: true };
  pdf.text(frame.title, width / 2 + 8, 24, right);
  pdf.font(fontFiles.normal).fontSize(8).fillColor(quiet);
  pdf.text(shortened(frame.subtitle, 80), width / 2 + 8, 38, { ...right, height: 22, ellipsis: true });
  for (const [at, mark] of marks.entries()) {
    const top = 66 + 19 * at;
    pdf.rect(side, top, printWidth, 16).fillAndStroke('#ffe066', '#000000');
    pdf.font(fontFiles.bold).fontSize(9).fillColor('#000000');
    pdf.text(mark, side, top + 3, { width: printWidth, align: 'center' });
  }
}

export function drawFoot(pdf: PDFKit.PDFDocument, { organisation }: PageFrame, page: string): void {
  const top = height - foot + 16;
  pdf.font(fontFiles.normal).fontSize(8).fillColor(quiet);
  pdf.text(organisation, side, top, { width: printWidth / 2, height: 12, ellipsis: true });
  pdf.text(page, width / 2, top, { width: printWidth / 2, align: 'right' });
}
