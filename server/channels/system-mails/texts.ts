import type { SystemMailIdentifier } from '#server/platform/jobs/system-mail-identifiers.ts';
import type { ByLanguage } from '#shared/label.ts';
import type { SystemMailText } from './text.ts';
import { drillEndedTexts } from './texts-drill-ended.ts';
import { dutyTexts } from './texts-duties.ts';
import { english } from './texts-english.ts';
import { german } from './texts-german.ts';
import { pathFailingTexts } from './texts-path-failing.ts';
import { responsibleLeftTexts } from './texts-responsible-left.ts';
import { selfTestTexts, wayConfirmationTexts } from './texts-way-checks.ts';

export const systemMailTexts: ByLanguage<Record<SystemMailIdentifier, SystemMailText>> = {
  de: {
    ...german,
    ...dutyTexts.de,
    path_failing: pathFailingTexts.de,
    way_confirmation: wayConfirmationTexts.de,
    self_test: selfTestTexts.de,
    drill_ended: drillEndedTexts.de,
    responsible_left: responsibleLeftTexts.de,
  },
  en: {
    ...english,
    ...dutyTexts.en,
    path_failing: pathFailingTexts.en,
    way_confirmation: wayConfirmationTexts.en,
    self_test: selfTestTexts.en,
    drill_ended: drillEndedTexts.en,
    responsible_left: responsibleLeftTexts.en,
  },
};
