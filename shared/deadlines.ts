import type { Label } from './label.ts';

/** Hours before a deadline at which people are reminded. */
export const remindedHours = 4;

/** The ways on which a report reaches an authority. */
export const reportWays = {
  PORTAL: { de: 'Meldeportal', en: 'portal' },
  EMAIL: { de: 'E-Mail', en: 'e-mail' },
  PHONE: { de: 'Telefon', en: 'phone' },
  OTHER: { de: 'einen anderen Weg', en: 'another way' },
} as const satisfies Record<string, Label>;

/** The way on which a report left. */
export type ReportWay = keyof typeof reportWays;

/** Returns a moment as `2026-11-30 02:10 UTC`, which has one meaning in every place. */
export const clockTime = (moment: Date | string): string =>
  `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
