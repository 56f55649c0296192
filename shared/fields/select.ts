import { type Label, labelFrom, textIn } from '#shared/label.ts';
import { languageCodes, languageNames } from '#shared/languages.ts';
import type { FieldKind, Option } from './kind.ts';
import { found, readText } from './read-text.ts';

/** One of several options. */
export interface SelectShape {
  kind: 'select';
  options: readonly Option[];
}

/** Returns options from labels. */
export const optionsFrom = (labels: Readonly<Record<string, Label>>): Option[] =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const languageOptions: readonly Option[] = languageCodes.map((code) => ({
  value: code,
  label: labelFrom((reader) => languageNames()[code][reader]),
}));

export function optionWords(options: readonly Option[], value: string, language: string): string {
  const option = options.find((one) => one.value === value);
  return option ? textIn(option.label, language) : value;
}

/** Finds an option by value or label in either language. */
export function optionNamed(options: readonly Option[], text: string): string | null {
  const same = (label: string) => label.trim().toLowerCase() === text.toLowerCase();
  const option =
    options.find(({ value }) => value === text) ?? options.find(({ label }) => Object.values(label).some(same));
  return option?.value ?? null;
}

/** One of the options. */
export const select: FieldKind<SelectShape, string> = {
  value: 'text',
  check: (given, { options }) =>
    readText(typeof given === 'number' ? String(given) : given, Number.POSITIVE_INFINITY, (text) =>
      found(optionNamed(options, text), 'error_unknown_choice'),
    ),
  words: (value, { options }, { language }) => optionWords(options, value, language),
  options: ({ options }) => options,
};
