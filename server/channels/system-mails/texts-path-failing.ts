import type { ByLanguage } from '#shared/label.ts';
import type { SystemMailText } from './text.ts';

/** The texts for administrators after two failed synthetic alarms. */
export const pathFailingTexts: ByLanguage<SystemMailText> = {
  de: {
    subject: '{{ system.name }}: Alarme gehen vielleicht nicht hinaus',
    content: [
      'Guten Tag {{ user.firstName }} {{ user.lastName }},',
      'alle fünf Minuten prüft {{ system.name }} den Weg eines Alarms vom Start bis zur Antwort, ohne jemanden zu alarmieren. Die letzten beiden Prüfungen sind nicht gelungen. Alarme gehen vielleicht verspätet oder gar nicht hinaus.',
      'Bitte halten Sie sich bereit, auf anderem Weg zu alarmieren, bis es wieder läuft. Der Grund steht im Protokoll des Servers bei path_test_failed. Den Zustand der Kanäle sehen Sie hier:',
      '{{ link }}',
      'Diese Nachricht wurde automatisch versendet.\n{{ organisation.name }}',
    ].join('\n\n'),
  },
  en: {
    subject: '{{ system.name }}: Alarms may not leave',
    content: [
      'Hello {{ user.firstName }} {{ user.lastName }},',
      'Every five minutes, {{ system.name }} tests the way of an alarm from the launch to the answer, without alerting people. The last two tests did not succeed. Alarms may be late or not leave at all.',
      'Until it works again, be ready to alert people in another way. The log of the server has the reason at path_test_failed. You see the state of the channels here:',
      '{{ link }}',
      'This message was sent automatically.\n{{ organisation.name }}',
    ].join('\n\n'),
  },
};
