import type { PlainKind } from '#server/api/http/page.ts';
import type { ByLanguage } from '#shared/label.ts';

interface UnsubscribeTexts {
  title: string;
  ask: (organisation: string) => string;
  alarms: string;
  button: string;
  done: string;
  back: string;
  again: string;
  plain: Record<PlainKind, string>;
  failureId: string;
}

/** The texts by language. */
export const unsubscribeTexts: ByLanguage<UnsubscribeTexts> = {
  de: {
    title: 'Informationen per E-Mail',
    ask: (organisation) => `Möchten Sie von ${organisation} keine Informationen per E-Mail mehr bekommen?`,
    alarms: 'Alarme kommen weiterhin.',
    button: 'Keine Informationen mehr',
    done: 'Sie bekommen keine Informationen per E-Mail mehr.',
    back: 'Doch wieder Informationen bekommen',
    again: 'Sie bekommen Informationen per E-Mail.',
    plain: {
      unknown: 'Dieser Link gilt nicht.',
      busy: 'Gerade ist zu viel los. Bitte versuchen Sie es in einer Minute noch einmal.',
      foreign: 'Das kam nicht von dieser Seite. Bitte öffnen Sie den Link noch einmal.',
      failed: 'Das hat nicht geklappt. Bitte versuchen Sie es noch einmal.',
    },
    failureId: 'Kennung des Fehlers:',
  },
  en: {
    title: 'Information by e-mail',
    ask: (organisation) => `Do you want to stop receiving information by e-mail from ${organisation}?`,
    alarms: 'Alarms will still reach you.',
    button: 'Stop information',
    done: 'You no longer get information by e-mail.',
    back: 'Get information again',
    again: 'You get information by e-mail.',
    plain: {
      unknown: 'This link is not valid.',
      busy: 'The server is very busy. Please try again in a minute.',
      foreign: 'This did not come from this page. Please open the link again.',
      failed: 'Something went wrong. Please try again.',
    },
    failureId: 'ID of the error:',
  },
};
