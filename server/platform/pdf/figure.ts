import { type ChartShape, type Drawing, type LegendItem, type Look, letterHeight } from '#shared/charts/shape.ts';
import { fontFiles } from './fonts.ts';
import { printWidth, quiet } from './page.ts';

// the page's colours by day (web/ui/theme/palettes.ts)
const fills: Record<Look, string> = { good: '#516900', bad: '#b31218', info: '#0d6596', none: '#e1e6eb' };
const lines: Record<Look, { color: string; dash: readonly [number, number] | null }> = {
  good: { color: '#516900', dash: [10, 3] },
  bad: { color: '#b31218', dash: [2, 3] },
  info: { color: '#0d6596', dash: null },
  none: { color: '#57636f', dash: null },
};
const rules = {
  grid: { color: '#d0d7de', width: 0.5, dash: null },
  ceiling: { color: '#57636f', width: 0.7, dash: [3, 3] },
  wait: { color: '#57636f', width: 1.2, dash: null },
  late: { color: '#b31218', width: 1.8, dash: null },
} as const;
const inks = { label: '#000000', axis: quiet, end: '#000000', inside: '#ffffff' };
const [above, legendHeight] = [3, 16];

type Pdf = PDFKit.PDFDocument;

export interface PdfFigure {
  alt: string;
  legend: readonly LegendItem[];
  drawing: Drawing;
}

/** Returns the height in points. */
export const figureHeight = ({ drawing: { width, height } }: Pick<PdfFigure, 'drawing'>): number =>
  above + legendHeight + (height * printWidth) / width;

/** Draws a figure with its legend at a position, in the full print width. */
export function drawFigure(pdf: Pdf, { legend, drawing }: PdfFigure, [left, top]: readonly [number, number]): void {
  const scale = printWidth / drawing.width;
  drawLegend(pdf, legend, [left, top + above]);
  const begin = top + above + legendHeight;
  const at = ([x, y]: readonly [number, number]) => [left + x * scale, begin + y * scale] as const;
  for (const shape of drawing.shapes) drawShape(pdf, shape, { scale, at });
}

function drawLegend(pdf: Pdf, legend: readonly LegendItem[], [left, y]: readonly [number, number]): void {
  let x = left;
  pdf.font(fontFiles.normal).fontSize(8);
  for (const { look, label, isLine } of legend) {
    if (isLine) stroke(pdf.moveTo(x, y + 5).lineTo(x + 16, y + 5), lines[look].color, 2, dashOf(lines[look].dash, 0.6));
    else
      pdf
        .rect(x, y, 14, 9)
        .lineWidth(0.5)
        .fillAndStroke(fills[look], look === 'none' ? quiet : fills[look]);
    pdf.fillColor('#000000').text(label, x + 20, y, { lineBreak: false });
    x += 20 + pdf.widthOfString(label) + 16;
  }
}

interface Lie {
  scale: number;
  at: (place: readonly [number, number]) => readonly [number, number];
}

function drawShape(pdf: Pdf, shape: ChartShape, lie: Lie): void {
  switch (shape.is) {
    case 'rule': {
      const { color, width, dash } = rules[shape.as];
      stroke(pdf.moveTo(...lie.at(shape.from)).lineTo(...lie.at(shape.to)), color, width, dash);
      return;
    }
    case 'line': {
      const { color, dash } = lines[shape.look];
      pdf.save();
      pdf.translate(...lie.at([0, 0])).scale(lie.scale);
      stroke(pdf.path(shape.path), color, 3, dash);
      pdf.restore();
      return;
    }
    case 'bar': {
      const { look, x, y, width, height } = shape;
      pdf.rect(...lie.at([x, y]), width * lie.scale, height * lie.scale).lineWidth(0.5);
      if (look === 'none') pdf.fillAndStroke(fills.none, quiet);
      else pdf.fill(fills[look]);
      return;
    }
    case 'dot': {
      const isThere = shape.as === 'arrived';
      pdf.circle(...lie.at(shape.at), (isThere ? 7 : 6) * lie.scale).lineWidth(1.2);
      if (isThere) pdf.fill(fills.good);
      else pdf.fillAndStroke('#ffffff', quiet);
      return;
    }
    case 'text':
      drawText(pdf, shape, lie);
  }
}

const starts = { start: 0, middle: 0.5, end: 1 };

function drawText(pdf: Pdf, shape: Extract<ChartShape, { is: 'text' }>, { scale, at }: Lie): void {
  const { as, look, anchor = 'start', text } = shape;
  const isBold = as === 'end' || as === 'inside';
  pdf.font(isBold ? fontFiles.bold : fontFiles.normal).fontSize(letterHeight * scale);
  const [x, y] = at(shape.at);
  const left = x - pdf.widthOfString(text) * starts[anchor];
  pdf.fillColor(as === 'inside' && look === 'none' ? '#000000' : inks[as]);
  pdf.text(text, left, y, { lineBreak: false, baseline: 'alphabetic' });
}

function stroke(path: Pdf, color: string, width: number, dash: readonly [number, number] | null): void {
  path.lineWidth(width).strokeColor(color);
  if (dash) path.dash(dash[0], { space: dash[1] });
  else path.undash();
  path.stroke().undash();
}

const dashOf = (dash: readonly [number, number] | null, scale: number): readonly [number, number] | null =>
  dash && [dash[0] * scale, dash[1] * scale];
