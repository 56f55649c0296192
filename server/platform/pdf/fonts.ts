import { createRequire } from 'node:module';
import path from 'node:path';

const folder = path.dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/roboto/package.json'));

/** The files of the embedded font. */
export const fontFiles = {
  normal: path.join(folder, '400Regular/Roboto_400Regular.ttf'),
  bold: path.join(folder, '500Medium/Roboto_500Medium.ttf'),
};
