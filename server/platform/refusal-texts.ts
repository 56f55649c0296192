import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { languageOf } from '#shared/languages.ts';
import type { RefusalKey } from '#shared/refusals.ts';

const folder = path.resolve(import.meta.dirname, '../../web/public/locales');

export async function loadRefusalTexts(language: string | undefined): Promise<(key: RefusalKey) => string> {
  const file = path.join(folder, languageOf(language), 'apiMessage.json');
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  return (key) => texts[key] ?? key;
}
