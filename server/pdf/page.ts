import type { Content, ContentTable, TableCell, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { languageOf } from '#shared/languages.ts';
import { shareWidth } from './widths.ts';

/** Width of what is printed on a page of A4, in points. */
export const printWidth = 595 - 2 * 50;

/** The colour of what is said beside something else. */
export const quiet = '#495057';
const line = '#adb5bd';

/** What stands on pages besides their content. */
export const pageWords: ByLanguage<{ exercise: string; page: (at: number, all: number) => string }> = {
  de: { exercise: 'ÜBUNG – kein echtes Ereignis', page: (at, all) => `Seite ${at} von ${all}` },
  en: { exercise: 'EXERCISE – not a real event', page: (at, all) => `Page ${at} of ${all}` },
};

/** What stands around the content on every page. */
export interface PageFrame {
  language: string;
  organisation: string;
  /** A picture as a data URI. */
  logo: string | null;
  title: string;
  subtitle: string;
  /** Belongs to an event that is not LIVE. */
  exercise: boolean;
  /** What every page must be recognised by, e.g. that it is a draft. */
  mark: string | null;
  created: Date;
}

/** A document of A4 pages with logo, names, marks and "page x of y". */
export function document(frame: PageFrame, content: Content[]): TDocumentDefinitions {
  const text = textIn(pageWords, frame.language);
  const marks = [...(frame.exercise ? [text.exercise] : []), ...(frame.mark ? [frame.mark] : [])];
  const name = { text: frame.organisation, bold: true, fontSize: 10, margin: [0, 10, 0, 0] } satisfies Content;
  return {
    pageMargins: [50, 76 + 19 * marks.length, 50, 54],
    language: languageOf(frame.language),
    info: {
      title: `${frame.title} – ${frame.subtitle}`,
      author: frame.organisation,
      creationDate: frame.created,
    },
    defaultStyle: { fontSize: 10, lineHeight: 1.15 },
    header: () => ({
      margin: [50, 24, 50, 0],
      stack: [
        {
          columns: [
            ...(frame.logo ? [{ image: frame.logo, fit: [110, 34] as [number, number], width: 122 }] : []),
            { ...name, width: '*' },
            {
              width: 220,
              alignment: 'right',
              stack: [
                { text: frame.title, bold: true },
                { text: shortened(frame.subtitle, 80), fontSize: 8, color: quiet },
              ],
            },
          ],
        },
        ...marks.map((mark) => band(mark)),
      ],
    }),
    footer: (at, all) => ({
      margin: [50, 16, 50, 0],
      fontSize: 8,
      color: quiet,
      columns: [frame.organisation, { text: text.page(at, all), alignment: 'right' }],
    }),
    pageBreakBefore: (node, query) => node.headlineLevel === 1 && query.getFollowingNodesOnPage().length === 0,
    content,
  };
}

const band = (text: string): Content => ({
  table: {
    widths: [printWidth - 8],
    body: [[{ text, bold: true, fontSize: 9, alignment: 'center', fillColor: '#ffe066' }]],
  },
  layout: { hLineWidth: () => 0.5, vLineWidth: () => 0.5, paddingTop: () => 2, paddingBottom: () => 1 },
  margin: [0, 4, 0, 0],
});

/** A text of at most so many characters. */
export const shortened = (text: string, length: number) =>
  text.length > length ? `${text.slice(0, length - 1)}…` : text;

/** A heading that never stands alone at the foot of a page. */
export const heading = (text: string): Content => ({
  text,
  headlineLevel: 1,
  bold: true,
  fontSize: 13,
  margin: [0, 14, 0, 4],
});

/** A small line above or below something. */
export const quietLine = (text: string): Content => ({ text, fontSize: 8, color: quiet, margin: [0, 2, 0, 2] });

/**
 * A table whose columns are as wide as their texts want, within the page. Its name and head are repeated on every page,
 * so that neither ever stands alone.
 */
export function table(name: Content, columns: readonly string[], rows: readonly (readonly string[])[]): ContentTable {
  const title: TableCell = {
    stack: [name],
    colSpan: columns.length,
    margin: [-4, 2, 0, 0],
    border: [false, false, false, false],
  };
  const head = columns.map((text) => ({ text, bold: true, fontSize: 9, fillColor: '#f1f3f5' }));
  return {
    table: {
      headerRows: 2,
      keepWithHeaderRows: 1,
      widths: shareWidth(printWidth - columns.length * 8, [columns, ...rows], columns.length, measure),
      body: [
        [title, ...columns.slice(1).map((): TableCell => ({ text: '' }))],
        head,
        ...rows.map((row) => row.map((text) => ({ text, fontSize: 9 }))),
      ],
    },
    layout: { ...ruled, hLineWidth: (at) => (at === 0 ? 0 : 0.5) },
    margin: [0, 4, 0, 6],
  };
}

/** Names and values side by side. */
export function pairs(rows: readonly (readonly [Content, Content])[]): ContentTable {
  const [left, right] = [140, printWidth - 140 - 16];
  return {
    table: { widths: [left, right], body: rows.map(([name, value]) => [{ stack: [name], color: quiet }, value]) },
    layout: ruled,
    margin: [0, 2, 0, 6],
  };
}

const ruled = {
  hLineWidth: () => 0.5,
  vLineWidth: () => 0,
  hLineColor: () => line,
  paddingLeft: () => 4,
  paddingRight: () => 4,
  paddingTop: () => 3,
  paddingBottom: () => 2,
};

// what a letter of a table takes on average, in points
const measure = (text: string) => 5.3 * text.length;

/** Text without what no font draws: control characters other than a line's end. */
export const printable = (text: string): string =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? sign : ''));
