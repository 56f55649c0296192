import type { Label } from './label.ts';
import { localeOf } from './languages.ts';

export const remindedHours = 4;

/** The ways to report to an authority. */
export const reportWays = {
  PORTAL: { de: 'Meldeportal', en: 'portal' },
  EMAIL: { de: 'E-Mail', en: 'e-mail' },
  PHONE: { de: 'Telefon', en: 'phone' },
  OTHER: { de: 'einen anderen Weg', en: 'another way' },
} as const satisfies Record<string, Label>;

export type ReportWay = keyof typeof reportWays;

/** Returns a time with its time zone, `30.11.2026, 03:10 MEZ`. */
export function clockTime(moment: Date | string, language: string, timeZone = 'UTC'): string {
  const at = new Date(moment);
  const day = at.toLocaleDateString(localeOf(language), { dateStyle: 'medium', timeZone });
  const time = new Intl.DateTimeFormat(localeOf(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
    timeZoneName: 'short',
  });
  const parts = Object.fromEntries(time.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${day}, ${parts['hour']}:${parts['minute']} ${parts['timeZoneName']}`;
}
