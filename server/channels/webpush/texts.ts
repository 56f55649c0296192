import type { ByLanguage } from '#shared/label.ts';

export interface PushTexts {
  /** Before the recorded answer. */
  answered: string;
  /** The answer didn't reach the program. */
  failed: string;
  testTitle: string;
  testText: string;
}

/** The texts by language. */
export const pushTexts: ByLanguage<PushTexts> = {
  de: {
    answered: 'Ihre Antwort ist angekommen:',
    failed: 'Ihre Antwort ist nicht angekommen. Bitte hier tippen und noch einmal antworten.',
    testTitle: 'Testbenachrichtigung',
    testText: 'Alarme erscheinen auf diesem Gerät so wie diese Mitteilung.',
  },
  en: {
    answered: 'Your answer was received:',
    failed: 'Your answer was not received. Please tap here and answer again.',
    testTitle: 'Test notification',
    testText: 'Alarms appear on this device like this notification.',
  },
};
