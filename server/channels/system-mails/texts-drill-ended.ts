import type { ByLanguage } from '#shared/label.ts';
import type { SystemMailText } from './text.ts';

/** For the author of an ended or dropped unannounced drill. */
export const drillEndedTexts: ByLanguage<SystemMailText> = {
  de: {
    subject: '{{ system.name }}: Ergebnis Ihrer unangekündigten Übung',
    content: [
      'Guten Tag {{ user.firstName }} {{ user.lastName }},',
      'Ihre unangekündigte Übung „{{ drill.name }}“ ist beendet.',
      '{{ drill.result }}',
      '{{ link }}',
      'Diese Nachricht wurde automatisch versendet.\n{{ organisation.name }}',
    ].join('\n\n'),
  },
  en: {
    subject: '{{ system.name }}: Result of your unannounced exercise',
    content: [
      'Hello {{ user.firstName }} {{ user.lastName }},',
      'Your unannounced exercise “{{ drill.name }}” is over.',
      '{{ drill.result }}',
      '{{ link }}',
      'This message was sent automatically.\n{{ organisation.name }}',
    ].join('\n\n'),
  },
};
