import i18n from 'i18next';
import { durationText } from '#shared/duration.ts';

export const between = (from: string | null, to: string | null): string | null =>
  from && to ? durationText(Date.parse(to) - Date.parse(from), i18n.language) : null;
