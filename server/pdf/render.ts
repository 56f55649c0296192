import { createRequire } from 'node:module';
import path from 'node:path';
import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';

type Library = typeof import('pdfmake');
let library: Promise<Library> | undefined;

/** Makes a PDF. The library comes with the first one: most processes never need it. */
export async function renderPdf(definition: TDocumentDefinitions): Promise<Buffer> {
  library ??= load();
  const pdf = await library;
  return pdf.createPdf({ pageSize: 'A4', displayTitle: true, ...definition }).getBuffer();
}

/** Nothing a text names is fetched or opened: no address at all, and of all files only those of the font. */
async function load(): Promise<Library> {
  const { default: pdf } = (await import('pdfmake')) as unknown as { default: Library };
  const folder = path.join(
    path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')),
    'fonts/Roboto',
  );
  const file = (name: string) => path.join(folder, `Roboto-${name}.ttf`);
  const font = {
    normal: file('Regular'),
    bold: file('Medium'),
    italics: file('Italic'),
    bolditalics: file('MediumItalic'),
  };
  pdf.setFonts({ Roboto: font });
  pdf.setUrlAccessPolicy(() => false);
  pdf.setLocalAccessPolicy((opened) => Object.values(font).includes(opened));
  return pdf;
}
