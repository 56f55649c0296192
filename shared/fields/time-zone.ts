import { labelFrom } from '#shared/label.ts';
import { limits } from '#shared/limits.ts';
import type { FieldKind } from './kind.ts';
import { found, readText } from './read-text.ts';

/** A time zone. */
export interface TimeZoneShape {
  kind: 'timeZone';
}

/** A time zone by its exact name in the IANA database. */
export const timeZone: FieldKind<TimeZoneShape, string> = {
  value: 'text',
  check: (given) => readText(given, limits.lineMaximum, (text) => found(known(text), 'error_unknown_choice')),
  options: () =>
    [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((value) => ({
      value,
      label: labelFrom((language) => nameOf(value, language)),
    })),
};

/** Rejects fixed offsets, because they have no daylight saving time. */
function known(text: string): string | null {
  if (!/^[A-Za-z]/.test(text)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: text }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** "Europe/Berlin – Mitteleuropäische Zeit". */
function nameOf(zone: string, language: string): string {
  const parts = new Intl.DateTimeFormat(language, { timeZone: zone, timeZoneName: 'longGeneric' }).formatToParts();
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  return `${zone.replaceAll('_', ' ')} – ${name}`;
}
