import type { ByLanguage } from '#shared/label.ts';
import type { SystemMailText } from './text.ts';

/** For users who manage event types, when an alarm plan has lost its responsible person and the deputy. */
export const responsibleLeftTexts: ByLanguage<SystemMailText> = {
  de: {
    subject: '{{ system.name }}: Alarmplan „{{ plan.name }}“ ohne Verantwortliche',
    content: [
      'Guten Tag {{ user.firstName }} {{ user.lastName }},',
      'der Alarmplan „{{ plan.name }}“ ist ohne Verantwortliche: Die eingetragenen Personen sind ausgeschieden. Alarme nach diesem Plan funktionieren weiter.',
      'Bitte tragen Sie eine verantwortliche Person und eine Vertretung ein:',
      '{{ link }}',
      'Diese Nachricht wurde automatisch versendet.\n{{ organisation.name }}',
    ].join('\n\n'),
  },
  en: {
    subject: '{{ system.name }}: Alarm plan “{{ plan.name }}” has no responsible person',
    content: [
      'Hello {{ user.firstName }} {{ user.lastName }},',
      'The alarm plan “{{ plan.name }}” has no responsible person: the named people have left. Alarms of this plan still work.',
      'Please enter a responsible person and a deputy:',
      '{{ link }}',
      'This message was sent automatically.\n{{ organisation.name }}',
    ].join('\n\n'),
  },
};
