import type { Db, Tx } from '#server/platform/database/connect.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { type Label, textIn } from '#shared/label.ts';
import { localeOf } from '#shared/languages.ts';

const oclock: Label = { de: ' Uhr', en: '' };

/** Formats moments in a language and the organisation's time zone. */
export interface Moments {
  /** "21.11.2026, 03:40 Uhr", "21 Nov 2026, 03:40" */
  withTime(moment: Date): string;
  /** "21.11. 03:40", "21/11 03:40": distinguishes two moments of one day */
  short(moment: Date): string;
}

const formats = new Map<string, Intl.DateTimeFormat>();
const mostFormats = 50;

/** Returns a format, kept because creating one takes milliseconds. */
function formatOf(locale: string, timeZone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify([locale, timeZone, style]);
  const known = formats.get(key);
  if (known) return known;
  const format = newFormat(locale, timeZone, style);
  if (formats.size >= mostFormats) formats.clear();
  formats.set(key, format);
  return format;
}

function newFormat(locale: string, timeZone: string, style: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone });
  } catch {
    return new Intl.DateTimeFormat(locale, { ...style, timeZone: 'Europe/Berlin' }); // a mistyped setting must not stop an alarm
  }
}

/** Returns the formats of a language, by default the organisation's. */
export async function readMoments(db: Db | Tx, wanted?: string | null): Promise<Moments> {
  const language = wanted ?? (await usualLanguage(db));
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(db, 'time_zone');
  const format = (style: Intl.DateTimeFormatOptions) => formatOf(localeOf(language), timeZone, style);
  return {
    withTime: (moment) => format({ dateStyle: 'medium', timeStyle: 'short' }).format(moment) + textIn(oclock, language),
    short: (moment) =>
      `${format({ day: '2-digit', month: '2-digit' }).format(moment)} ${format({ timeStyle: 'short' }).format(moment)}`,
  };
}
