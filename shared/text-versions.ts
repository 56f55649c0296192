import { type Language, languageCodes } from './languages.ts';
import type { Text } from './said-lines.ts';

/** A text in several languages. */
export type Versions = Partial<Record<Language, Text>>;

/** Returns the versions of a text by language if it is one of them and there are others; null where it stands alone. */
export function versionsOf(text: Text, prepared: Versions | null): Versions | null {
  const languages = languageCodes.filter((code) => prepared?.[code]);
  return languages.length > 1 && languages.some((code) => isSameText(text, prepared![code]!)) ? prepared : null;
}

/** Returns true if title and content of both texts are equal. */
export const isSameText = (one: Text, other: Text): boolean =>
  one.title === other.title && one.content === other.content;
