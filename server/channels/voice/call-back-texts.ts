import type { ByLanguage } from '#shared/label.ts';

/** The texts for a caller, except the questions. */
export interface CallBackTexts {
  /** The caller's number is withheld. */
  withheld: string;
  unknown: string;
  over: string;
  closed: string;
  notNeeded: string;
  /** Several people were called with the same question at this number. */
  shared: string;
  /** Another question follows. */
  next: string;
}

/** The texts by language. */
export const callBackTexts: ByLanguage<CallBackTexts> = {
  de: {
    withheld:
      'Ihre Rufnummer wird nicht übertragen. Bitte rufen Sie mit übertragener Rufnummer an, oder antworten Sie über den Link in Ihrer Nachricht.',
    unknown: 'Zu Ihrer Rufnummer gibt es keine offene Frage.',
    over: 'Der Alarm, zu dem Sie angerufen wurden, ist beendet. Eine Antwort ist nicht mehr nötig.',
    closed: 'Sie wurden angerufen. Die Zeit für Antworten ist abgelaufen.',
    notNeeded: 'Sie wurden angerufen. Inzwischen werden Sie nicht mehr gebraucht. Vielen Dank.',
    shared:
      'Unter dieser Rufnummer wurden mehrere Personen angerufen. Bitte antworten Sie über den Link in Ihrer Nachricht oder beim nächsten Anruf.',
    next: 'Es gibt noch eine Frage.',
  },
  en: {
    withheld: 'Your number is withheld. Please call with your number shown, or answer with the link in your message.',
    unknown: 'There is no open question for your number.',
    over: 'The alarm that you were called about is over. You no longer need to answer.',
    closed: 'You were called. The time for answers is over.',
    notNeeded: 'You were called. You are no longer needed. Thank you.',
    shared:
      'Several people were called at this number. Please answer with the link in your message, or during the next call.',
    next: 'There is another question.',
  },
};
