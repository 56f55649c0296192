import { languageOf } from '#shared/languages.ts';
import { fontFiles } from './fonts.ts';
import { breakLines, type TextLine } from './lines.ts';
import { quiet } from './page.ts';
import { partsOf } from './parts.ts';

export interface InkPiece {
  text: string;
  look?: keyof typeof looks;
}

const looks = {
  plain: { font: fontFiles.normal, size: 9.5, color: '#000000' },
  text: { font: fontFiles.normal, size: 10.5, color: '#000000' },
  strong: { font: fontFiles.bold, size: 9.5, color: '#000000' },
  quiet: { font: fontFiles.normal, size: 8, color: quiet },
  tiny: { font: fontFiles.normal, size: 5.8, color: quiet },
  mark: { font: fontFiles.bold, size: 7, color: '#b31218' },
  title: { font: fontFiles.bold, size: 20, color: '#000000' },
  heading: { font: fontFiles.bold, size: 13, color: '#000000' },
  label: { font: fontFiles.bold, size: 10.5, color: '#000000' },
} as const;

export interface Laid {
  look: keyof typeof looks;
  lines: TextLine[];
  lineHeight: number;
}

export interface Ink {
  lay(piece: InkPiece, wide: number): Laid;
  /** In points. */
  measure(text: string, look: keyof typeof looks): number;
  /** Draws into an element; repeated page parts belong to none. */
  draw(laid: Laid, place: readonly [x: number, top: number], element?: PDFKit.PDFStructureElement): void;
}

/** Returns the height of a piece in lines, in points. */
export const heightOf = ({ lines, lineHeight }: Laid): number => lines.length * lineHeight;

/** Returns the lines that fit into a height, and the rest. */
export function split(laid: Laid, high: number): [Laid | null, Laid | null] {
  const count = Math.max(0, Math.floor(high / laid.lineHeight + 0.001));
  const [fit, rest] = [laid.lines.slice(0, count), laid.lines.slice(count)];
  return [fit.length ? { ...laid, lines: fit } : null, rest.length ? { ...laid, lines: rest } : null];
}

/** Creates the writer of a document in a language. */
export function inkOf(pdf: PDFKit.PDFDocument, language: string): Ink {
  const widths = new Map<string, number>();
  const choose = (look: keyof typeof looks) => pdf.font(looks[look].font).fontSize(looks[look].size);
  function measure(text: string, look: keyof typeof looks): number {
    const key = `${look} ${text}`;
    const known = widths.get(key);
    if (known !== undefined) return known;
    const width = choose(look).widthOfString(text);
    if (widths.size < 20_000) widths.set(key, width);
    return width;
  }
  const parts = (word: string) => partsOf(word, languageOf(language));
  return {
    measure,
    lay: ({ text, look = 'plain' }, wide) => ({
      look,
      lines: breakLines(text, wide, { measure: (part) => measure(part, look), partsOf: parts }),
      lineHeight: choose(look).currentLineHeight(true),
    }),
    draw({ look, lines, lineHeight }, [x, top], element) {
      const write = (text: string, left: number, y: number) => {
        if (text) choose(look).fillColor(looks[look].color).text(text, left, y, { lineBreak: false });
      };
      let from = 0;
      for (const [at, { text, hyphen }] of lines.entries()) {
        if (!hyphen && at < lines.length - 1) continue;
        const [first, some] = [from, lines.slice(from, at + 1)];
        const writeLines = () => {
          for (const [next, line] of some.entries()) write(line.text, x, top + (first + next) * lineHeight);
        };
        const writeHyphen = () => write('-', x + measure(text, look), top + at * lineHeight);
        from = at + 1;
        if (element) {
          element.add(writeLines);
          if (hyphen) addHyphen(pdf, element, writeHyphen);
        } else {
          writeLines();
          if (hyphen) writeHyphen();
        }
      }
    },
  };
}

/** Marks a hyphenation as a soft hyphen, for screen readers and searches. */
function addHyphen(pdf: PDFKit.PDFDocument, element: PDFKit.PDFStructureElement, write: () => void): void {
  const span = pdf.struct('Span', { actual: '\u00ad' });
  element.add(span);
  span.add(write);
  span.end();
}
