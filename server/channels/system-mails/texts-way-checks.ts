import type { ByLanguage } from '#shared/label.ts';
import type { SystemMailText } from './text.ts';

/** Short, because they are also sent by SMS. */
export const wayConfirmationTexts: ByLanguage<SystemMailText> = {
  de: {
    subject: '{{ organisation.name }}: Bitte bestätigen Sie diesen Kanal',
    content: [
      '{{ organisation.name }}: Kein Alarm. Erreicht Sie diese Nachricht? Bitte tippen Sie zum Bestätigen auf den Link:',
      '{{ link }}',
    ].join('\n\n'),
  },
  en: {
    subject: '{{ organisation.name }}: Please confirm this channel',
    content: [
      '{{ organisation.name }}: Not an alarm. Does this message reach you? Please tap the link to confirm:',
      '{{ link }}',
    ].join('\n\n'),
  },
};

/** The texts of the monthly self-test of the crisis team. */
export const selfTestTexts: ByLanguage<SystemMailText> = {
  de: {
    subject: '{{ organisation.name }}: Monatlicher Test, kein Alarm',
    content: [
      '{{ organisation.name }}: Monatlicher Test, kein Alarm. Bitte tippen Sie zum Bestätigen auf den Link:',
      '{{ link }}',
    ].join('\n\n'),
  },
  en: {
    subject: '{{ organisation.name }}: Monthly test, not an alarm',
    content: [
      '{{ organisation.name }}: Monthly test, not an alarm. Please tap the link to confirm:',
      '{{ link }}',
    ].join('\n\n'),
  },
};
