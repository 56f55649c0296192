import type { ByLanguage } from '#shared/label.ts';

export interface CallTexts {
  /** Twilio's name of the spoken language. */
  locale: string;
  press: (key: string, label: string) => string;
  unknown: string;
  minutes: string;
  thanks: string;
  change: string;
  bye: string;
}

/** The texts by language. */
export const callTexts: ByLanguage<CallTexts> = {
  de: {
    locale: 'de-DE',
    press: (key, label) => `Drücken Sie ${key} für: ${label}.`,
    unknown: 'Diese Taste ist nicht belegt.',
    minutes: 'In wie vielen Minuten sind Sie da? Geben Sie die Zahl ein und drücken Sie die Raute-Taste.',
    thanks: 'Vielen Dank. Ihre Antwort ist angekommen.',
    change: 'Um sie zu ändern, drücken Sie jetzt eine andere Taste.',
    bye: 'Auf Wiederhören.',
  },
  en: {
    locale: 'en-GB',
    press: (key, label) => `Press ${key} for: ${label}.`,
    unknown: 'This key has no meaning here.',
    minutes: 'In how many minutes will you be there? Enter the number and press the hash key.',
    thanks: 'Thank you. Your answer was received.',
    change: 'To change it, press another key now.',
    bye: 'Goodbye.',
  },
};
