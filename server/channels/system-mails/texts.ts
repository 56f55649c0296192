import type { ByLanguage } from '#shared/label.ts';
import type { SystemMailIdentifier, SystemMailText } from './identifiers.ts';
import { english } from './texts-english.ts';
import { german } from './texts-german.ts';

/** The texts a fresh installation starts with; administrators change them in the table. */
export const systemMailTexts: ByLanguage<Record<SystemMailIdentifier, SystemMailText>> = {
  de: german,
  en: english,
};
