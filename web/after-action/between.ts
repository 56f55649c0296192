import i18n from 'i18next';
import { durationText } from '#shared/duration.ts';

/** The time from one moment to another in the interface's language; null when one of them is not known. */
export const between = (from: string | null, to: string | null): string | null =>
  from && to ? durationText(Date.parse(to) - Date.parse(from), i18n.language) : null;
