import type { Row } from '#server/api/graphql/types.ts';
import { requiredText } from '#server/api/input.ts';
import { cleanContent } from '#server/api/rich-text.ts';
import { Refusal } from '#server/platform/errors.ts';
import { cut } from '#shared/cut.ts';
import { type Language, languageCodes } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { type SaidAloud, type Text, withPlace, withSaidLines } from '#shared/said-lines.ts';
import { isSameText, type Versions } from '#shared/text-versions.ts';

/** Complete versions by language. */
export type PreparedVersions = Versions;

type Written = Pick<Row<'reports'>, 'title' | 'content' | 'prepared'>;

/** How a report's text was prepared. */
export const preparedOf = ({ prepared }: Pick<Written, 'prepared'>): PreparedVersions =>
  (prepared as PreparedVersions | null) ?? {};

/** Returns the prepared languages; none once changed. */
export function readyIn(report: Written): Language[] {
  const prepared = preparedOf(report);
  const all = languageCodes.filter((code) => prepared[code]);
  return all.some((code) => isSameText(report, prepared[code]!)) ? all : [];
}

/** Returns the outdated languages after a change. */
export function outdatedIn(report: Written & Pick<Row<'reports'>, 'language'>): Language[] {
  const prepared = preparedOf(report);
  if (readyIn(report).length) return [];
  return languageCodes.filter((code) => prepared[code] && code !== report.language);
}

/** Returns a text's versions with its author's translations. */
export function withVersions(
  text: Text,
  language: Language,
  versions: readonly ({ language: string } & Text)[],
): PreparedVersions {
  const others = versions.map((version) => {
    const code = languageCodes.find((one) => one === version.language);
    if (!code || code === language) throw new Refusal('error_invalid_input', { versions: 'error_invalid_input' });
    const title = requiredText('versions', version.title, limits.nameMaximum);
    return [code, { title, content: cleanContent('versions', version.content) }] as const;
  });
  return { [language]: text, ...Object.fromEntries(others) };
}

/** Returns the language of the matching version, otherwise the previous one. */
export function languageOfText(
  text: Text,
  before: Pick<Row<'reports'>, 'language' | 'prepared'>,
  saidNow: PreparedVersions,
): string | null {
  const versions = [preparedOf(before), saidNow];
  const ready = languageCodes.filter((code) => versions.some((of) => of[code] && isSameText(text, of[code])));
  return ready.find((code) => code === before.language) ?? ready[0] ?? before.language;
}

/** The same with current details in all languages. */
export const saidInAll = (prepared: PreparedVersions, said: SaidAloud, move: PlaceChange): PreparedVersions =>
  Object.fromEntries(
    Object.entries(prepared).map(([code, text]) => [code, saidIn(text, said, { ...move, adds: true })]),
  );

/** The old and new name of a place in texts. */
export interface PlaceChange {
  before: string | undefined;
  after: string | undefined;
}

/** Adds details to a text; with `adds`, also a missing place. */
export function saidIn(text: Text, said: SaidAloud, { adds, ...move }: PlaceChange & { adds: boolean }): Text {
  const title = cut(withPlace(text.title, move, adds), limits.nameMaximum);
  return { title, content: withSaidLines({ ...text, title }, said, move.after) };
}
