import { type Language, languageCodes } from './languages.ts';
import type { Text } from './said-lines.ts';

export type Versions = Partial<Record<Language, Text>>;

/** Returns the versions of a text; null if it has no others. */
export function versionsOf(text: Text, prepared: Versions | null): Versions | null {
  const languages = languageCodes.filter((code) => prepared?.[code]);
  return languages.length > 1 && languages.some((code) => isSameText(text, prepared![code]!)) ? prepared : null;
}

/** Returns true if title and content of both texts are equal. */
export const isSameText = (one: Text, other: Text): boolean =>
  one.title === other.title && one.content === other.content;
