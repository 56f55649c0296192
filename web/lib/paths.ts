import i18n from 'i18next';
import { languageOf } from '#shared/languages.ts';
import { pathIn } from '#shared/paths.ts';

export const shownPaths = (paths: readonly string[]): string =>
  paths.map((path) => pathIn(path, languageOf(i18n.language))).join(' · ');
