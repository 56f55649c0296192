import type { ByLanguage } from '#shared/label.ts';
import type { SystemMailText } from './text.ts';

type DutyTexts = Record<'deadline_due' | 'task_overdue', SystemMailText>;

/** Devices show them too, so they begin with the duty. */
export const dutyTexts: ByLanguage<DutyTexts> = {
  de: {
    deadline_due: {
      subject: 'Meldefrist {{ report.due }}: {{ report.title }}',
      content: [
        'Die Meldung „{{ report.title }}“ zum Ereignis „{{ event.name }}“ ist noch nicht als versandt vermerkt. Die Frist endet am {{ report.due }}.',
        'Hier finden Sie den Entwurf und vermerken den Versand:',
        '{{ link }}',
        'Diese Nachricht wurde automatisch versendet.\n{{ organisation.name }}',
      ].join('\n\n'),
    },
    task_overdue: {
      subject: 'Überfällig: {{ task.text }}',
      content: [
        'Die Aufgabe „{{ task.text }}“ im Ereignis „{{ event.name }}“ ist überfällig.',
        '{{ link }}',
        'Diese Nachricht wurde automatisch versendet.\n{{ organisation.name }}',
      ].join('\n\n'),
    },
  },
  en: {
    deadline_due: {
      subject: 'Deadline {{ report.due }}: {{ report.title }}',
      content: [
        'The report “{{ report.title }}” on the event “{{ event.name }}” is not recorded as sent yet. The deadline ends at {{ report.due }}.',
        'Here you find the draft and record the dispatch:',
        '{{ link }}',
        'This message was sent automatically.\n{{ organisation.name }}',
      ].join('\n\n'),
    },
    task_overdue: {
      subject: 'Overdue: {{ task.text }}',
      content: [
        'The task “{{ task.text }}” in the event “{{ event.name }}” is overdue.',
        '{{ link }}',
        'This message was sent automatically.\n{{ organisation.name }}',
      ].join('\n\n'),
    },
  },
};
