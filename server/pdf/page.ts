import type { Content, ContentTable, TDocumentDefinitions } from 'pdfmake/interfaces.js';

/** Width of what is printed on a page of A4, in points. */
export const printWidth = 595 - 2 * 50;

const quiet = '#495057';
const line = '#adb5bd';

const words = {
  de: { exercise: 'ÜBUNG – kein echtes Ereignis', page: (at: number, all: number) => `Seite ${at} von ${all}` },
  en: { exercise: 'EXERCISE – not a real event', page: (at: number, all: number) => `Page ${at} of ${all}` },
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
  const text = words[frame.language === 'en' ? 'en' : 'de'];
  const marks = [...(frame.exercise ? [text.exercise] : []), ...(frame.mark ? [frame.mark] : [])];
  const name = { text: frame.organisation, bold: true, fontSize: 10, margin: [0, 10, 0, 0] } satisfies Content;
  return {
    pageMargins: [50, 84 + 20 * marks.length, 50, 54],
    language: frame.language === 'en' ? 'en' : 'de',
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

const shortened = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text);

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

/** A table whose columns are as wide as their texts want, within the page; its head is repeated on every page. */
export function table(columns: readonly string[], rows: readonly (readonly string[])[]): ContentTable {
  const head = columns.map((text) => ({ text, bold: true, fillColor: '#f1f3f5' }));
  return {
    fontSize: 9,
    table: {
      headerRows: 1,
      keepWithHeaderRows: 1,
      widths: widthsOf([columns, ...rows], columns.length),
      body: [head, ...rows.map((row) => row.map((text) => ({ text })))],
    },
    layout: ruled,
    margin: [0, 2, 0, 6],
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

/** Shares of the page by the longest text of each column; a long one wraps, so it does not take all. */
function widthsOf(rows: readonly (readonly string[])[], columns: number): number[] {
  const wanted = Array.from({ length: columns }, (_, at) =>
    Math.min(44, Math.max(8, ...rows.map((row) => (row[at] ?? '').length))),
  );
  const sum = wanted.reduce((total, width) => total + width, 0);
  return wanted.map((width) => (width / sum) * (printWidth - columns * 8));
}
