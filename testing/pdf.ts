import { inflateSync } from 'node:zlib';

/** Readable content of a PDF from this program. */
export interface PdfTexts {
  /** The text of each page, in the order of drawing. */
  pages: string[];
  text: string;
  /** Page sizes. */
  boxes: string[];
  /** Start of the rightmost piece of text, in points. */
  rightmost: number;
}

/** Extracts texts through glyph tables. */
export function readPdfTexts(pdf: Buffer): PdfTexts {
  const objects = readObjects(pdf);
  const pages = [...objects.values()].filter(({ head }) => /\/Type \/Page\b(?!s)/.test(head));
  const found = pages.map((page) => readPage(page.head, objects));
  return {
    pages: found.map(({ text }) => text),
    text: found.map(({ text }) => text).join('\n'),
    boxes: pages.map(({ head }) => /\/MediaBox \[([^\]]*)\]/.exec(head)?.[1] ?? ''),
    rightmost: Math.max(...found.flatMap(({ lefts }) => lefts)),
  };
}

/** Returns elements by tag, and alternative texts. */
export function structureOf(pdf: Buffer): { count: (tag: string) => number; told: string[] } {
  const source = pdf.toString('latin1');
  const told = [...source.matchAll(/\/Alt \(((?:\\.|[^\\)])*)\)/gs)].map(([, text]) => {
    const bytes = Buffer.from(text!.replace(/\\(.)/gs, '$1'), 'latin1');
    return bytes[0] === 0xfe ? bytes.subarray(2).swap16().toString('utf16le') : bytes.toString('latin1');
  });
  return { count: (tag) => source.split(`/S /${tag}\n`).length - 1, told };
}

interface PdfObject {
  head: string;
  stream: string;
}

function readObjects(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (const match of source.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj/gm)) {
    const [head = '', rest] = match[2]!.split(/stream\n/, 2);
    const bytes = rest === undefined ? null : Buffer.from(rest.replace(/\nendstream[\s\S]*$/, ''), 'latin1');
    const packed = head.includes('/FlateDecode') && !head.includes('/Image');
    const stream = bytes ? (packed ? inflateSync(bytes) : bytes).toString('latin1') : '';
    objects.set(match[1]!, { head, stream });
  }
  return objects;
}

function readPage(head: string, objects: Map<string, PdfObject>): { text: string; lefts: number[] } {
  const content = objects.get(/\/Contents (\d+)/.exec(head)![1]!)!.stream;
  const resources = objects.get(/\/Resources (\d+)/.exec(head)![1]!)!.head;
  const fonts = new Map<string, Map<string, string>>();
  for (const [, name, id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
    const table = /\/ToUnicode (\d+)/.exec(objects.get(id!)!.head)?.[1];
    fonts.set(name!, table ? glyphsOf(objects.get(table)!.stream) : new Map());
  }
  const lefts: number[] = [];
  let font = new Map<string, string>();
  let text = '';
  for (const line of content.split('\n')) {
    const chosen = /^\/(F\d+) /.exec(line)?.[1];
    if (chosen) font = fonts.get(chosen) ?? font;
    const left = /^1 0 0 1 ([\d.]+) [\d.]+ Tm/.exec(line)?.[1];
    if (left) lefts.push(Number(left));
    if (line.endsWith('TJ')) text += textOf(line, font);
    if (line === 'ET') text += ' ';
  }
  return { text: text.replace(/ +/g, ' '), lefts };
}

const textOf = (line: string, font: Map<string, string>) =>
  [...line.matchAll(/<([0-9a-f]+)>/gi)]
    .map(([, hex]) => hex!.replace(/.{4}/g, (glyph) => font.get(glyph.toLowerCase()) ?? '?'))
    .join('');

/** Returns the letters by glyph number: `<0001> <00ff> [<0041> <0042>]`. */
function glyphsOf(table: string): Map<string, string> {
  const glyphs = new Map<string, string>();
  for (const [, from, , list] of table.matchAll(/<([0-9a-f]{4})> <([0-9a-f]{4})> \[([^\]]*)\]/gi)) {
    for (const [at, [, hex]] of [...list!.matchAll(/<([0-9a-f ]*)>/gi)].entries()) {
      const letters = hex!.replace(/ /g, '').replace(/.{4}/g, (unit) => String.fromCharCode(Number.parseInt(unit, 16)));
      glyphs.set((Number.parseInt(from!, 16) + at).toString(16).padStart(4, '0'), letters);
    }
  }
  return glyphs;
}
