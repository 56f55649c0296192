import type { SystemMailIdentifier, SystemMailText } from './identifiers.ts';
import { english } from './texts-english.ts';
import { german } from './texts-german.ts';

/** The texts a fresh installation starts with; administrators change them in the table. */
export const systemMailTexts: Record<'de' | 'en', Record<SystemMailIdentifier, SystemMailText>> = {
  de: german,
  en: english,
};
