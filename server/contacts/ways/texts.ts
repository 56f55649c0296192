import type { PlainKind } from '#server/api/http/page.ts';
import type { ByLanguage } from '#shared/label.ts';

interface WayPageTexts {
  title: string;
  ask: (organisation: string) => string;
  noAlarm: string;
  button: string;
  done: string;
  thanks: string;
  plain: Record<PlainKind, string>;
  failureId: string;
}

export const wayPageTexts: ByLanguage<WayPageTexts> = {
  de: {
    title: 'Kanal bestätigen',
    ask: (organisation) => `Hat Sie die Nachricht von ${organisation} erreicht?`,
    noAlarm: 'Das ist kein Alarm. Sie müssen nichts weiter tun.',
    button: 'Ja, sie hat mich erreicht',
    done: 'Vielen Dank, das ist bestätigt.',
    thanks: 'Sie können diese Seite schließen.',
    plain: {
      unknown: 'Dieser Link gilt nicht mehr. Sie müssen nichts tun.',
      busy: 'Gerade ist zu viel los. Bitte versuchen Sie es in einer Minute noch einmal.',
      foreign: 'Das kam nicht von dieser Seite. Bitte öffnen Sie den Link noch einmal.',
      failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    },
    failureId: 'Kennung des Fehlers:',
  },
  en: {
    title: 'Confirm this channel',
    ask: (organisation) => `Did the message from ${organisation} reach you?`,
    noAlarm: 'This is not an alarm. There is nothing else to do.',
    button: 'Yes, it reached me',
    done: 'Thank you, it is confirmed.',
    thanks: 'You can close this page.',
    plain: {
      unknown: 'This link is no longer valid. There is nothing to do.',
      busy: 'The server is very busy. Please try again in a minute.',
      foreign: 'This did not come from this page. Please open the link again.',
      failed: 'Something went wrong. Please try again.',
    },
    failureId: 'ID of the error:',
  },
};
