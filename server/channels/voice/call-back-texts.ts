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
  /** The menu to start an alarm follows. */
  menu: string;
  /** The order to start an alarm could not be run. */
  failed: string;
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
    menu: 'Wenn Sie einen Alarm auslösen wollen, bleiben Sie am Telefon. Sonst legen Sie jetzt auf.',
    failed:
      'Das hat nicht geklappt. Es ist nicht sicher, ob der Alarm gestartet wurde. Bitte alarmieren Sie auf anderem Weg.',
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
    menu: 'To start an alarm, stay on the line. Otherwise hang up now.',
    failed: 'That did not work. It is not certain whether the alarm was started. Please alert people by other means.',
  },
};
