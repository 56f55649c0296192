import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.join(path.dirname(createRequire(import.meta.url).resolve('pdfmake/package.json')), 'fonts/Roboto');
const file = (name: string) => path.join(folder, `Roboto-${name}.ttf`);

/** The files of the font that is embedded in what is printed. */
export const fontFiles = {
  normal: file('Regular'),
  bold: file('Medium'),
  italics: file('Italic'),
  bolditalics: file('MediumItalic'),
};
