import type { ByLanguage } from '#shared/label.ts';

export interface MenuTexts {
  number: string;
  /** Offers this language to callers. */
  star: string;
  mode: string;
  pin: string;
  stop: string;
  bye: string;
}

/** The texts by language. */
export const menuTexts: ByLanguage<MenuTexts> = {
  de: {
    number: 'Alarm auslösen. Geben Sie die Nummer des Alarms ein und drücken Sie die Raute-Taste.',
    star: 'Für Deutsch drücken Sie Stern und Raute.',
    mode: 'Drücken Sie 1 für einen Alarm oder 9 für eine Übung.',
    pin: 'Geben Sie die PIN ein und drücken Sie die Raute-Taste.',
    stop: 'Zum Abbrechen drücken Sie jetzt Stern und Raute.',
    bye: 'Auf Wiederhören.',
  },
  en: {
    number: 'Start an alarm. Enter the number of the alarm and press the hash key.',
    star: 'For English press star and hash.',
    mode: 'Press 1 for an alarm or 9 for an exercise.',
    pin: 'Enter the PIN and press the hash key.',
    stop: 'To cancel, press star and hash now.',
    bye: 'Goodbye.',
  },
};
