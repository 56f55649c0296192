import type { TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { fontFiles } from './fonts.ts';

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
  pdf.setFonts({ Roboto: fontFiles });
  pdf.setUrlAccessPolicy(() => false);
  pdf.setLocalAccessPolicy((opened) => Object.values(fontFiles).includes(opened));
  return pdf;
}
