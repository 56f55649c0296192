import type { Row } from '#server/graphql/types.ts';
import { type Language, languageCodes } from '#shared/languages.ts';
import { type SaidAloud, type Text, withSaidLines } from '#shared/said-lines.ts';

/** A text as it was prepared, in each language in which all of it was written. */
export type Prepared = Partial<Record<Language, Text>>;

type Written = Pick<Row<'reports'>, 'title' | 'content' | 'prepared'>;

/** How a report's text was prepared. */
export const preparedOf = ({ prepared }: Pick<Written, 'prepared'>): Prepared => (prepared as Prepared | null) ?? {};

/** The languages in which a report's text stands ready; none once it was changed. */
export function readyIn(report: Written): Language[] {
  const prepared = preparedOf(report);
  const all = languageCodes.filter((code) => prepared[code]);
  return all.some((code) => isSame(report, prepared[code]!)) ? all : [];
}

/** The language of a text that is stored: the one it is ready in, before or with what is said now, else the one it was in before. */
export function languageOfText(
  text: Text,
  before: Pick<Row<'reports'>, 'language' | 'prepared'>,
  saidNow: Prepared,
): string | null {
  const versions = [preparedOf(before), saidNow];
  const ready = languageCodes.filter((code) => versions.some((of) => of[code] && isSame(text, of[code])));
  return ready.find((code) => code === before.language) ?? ready[0] ?? before.language;
}

/** The same with what is said now, in all languages. */
export const saidInAll = (prepared: Prepared, said: SaidAloud): Prepared =>
  Object.fromEntries(
    Object.entries(prepared).map(([code, text]) => [code, { ...text, content: withSaidLines(text, said) }]),
  );

const isSame = (a: Text, b: Text) => a.title === b.title && a.content === b.content;
