import type { ByLanguage } from '#shared/label.ts';

interface SelfTestTexts {
  title: string;
  text: string;
  none: string;
  kinds: Record<string, string>;
  otherKind: string;
  sent: (kind: string, moment: string) => string;
  confirmed: (moment: string) => string;
  unconfirmed: string;
  decline: string;
  declined: string;
  accept: string;
  accepted: string;
}

export const ownSelfTestTexts: ByLanguage<SelfTestTexts> = {
  de: {
    title: 'Monatlicher Test',
    text: 'Sie gehören zum Krisenstab. Einmal im Monat kommt per SMS und als Mitteilung ein Test, den Sie mit einem Tippen bestätigen.',
    none: 'Bisher kam noch kein Test.',
    kinds: { phone_mobile: 'SMS', webpush: 'Mitteilung' },
    otherKind: 'Nachricht',
    sent: (kind, moment) => `${kind}, gesendet am ${moment}:`,
    confirmed: (moment) => `bestätigt am ${moment}.`,
    unconfirmed: 'nicht bestätigt.',
    decline: 'Ich möchte keine Tests mehr',
    declined: 'Sie bekommen keine Tests mehr. Alarme kommen weiterhin.',
    accept: 'Ich möchte wieder Tests bekommen',
    accepted: 'Sie bekommen wieder jeden Monat einen Test.',
  },
  en: {
    title: 'Monthly test',
    text: 'You belong to the crisis team. Once a month, you get a test by SMS and as a notification. One tap confirms it.',
    none: 'There was no test yet.',
    kinds: { phone_mobile: 'SMS', webpush: 'Notification' },
    otherKind: 'Message',
    sent: (kind, moment) => `${kind}, sent ${moment}:`,
    confirmed: (moment) => `confirmed ${moment}.`,
    unconfirmed: 'not confirmed.',
    decline: 'Stop the tests',
    declined: 'You no longer get tests. Alarms will still reach you.',
    accept: 'Get tests again',
    accepted: 'You get a test every month again.',
  },
};
