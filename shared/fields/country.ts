import { countries } from '#shared/countries.ts';
import { labelFrom } from '#shared/label.ts';
import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** A country. */
export interface CountryShape {
  kind: 'country';
}

/** A country with a supported telephone numbering plan, by its two-letter code. */
export const country: FieldKind<CountryShape, string> = {
  value: 'text',
  check: (given) =>
    readText(given, limits.lineMaximum, (text) =>
      found(countries.find((known) => known === text.toUpperCase()) ?? null, 'error_unknown_choice'),
    ),
  words: (value, _shape, { language }) => nameOf(value, language),
  options: () =>
    countries.map((value) => ({ value, label: labelFrom((language) => `${nameOf(value, language)} (${value})`) })),
};

const nameOf = (value: string, language: string): string =>
  new Intl.DisplayNames(language, { type: 'region' }).of(value) ?? value;
