import type { ByLanguage } from '#shared/label.ts';

export interface AbsenceTexts {
  title: string;
  text: string;
  from: string;
  until: string;
  now: string;
  hint: string;
  remark: string;
  remarkHint: string;
  add: string;
  end: string;
  between: (from: string, until: string) => string;
  since: (from: string) => string;
  added: string;
  ended: string;
  over: string;
  full: string;
}

/** The texts by language. */
export const absenceTexts: ByLanguage<AbsenceTexts> = {
  de: {
    title: 'Sind Sie einmal nicht erreichbar?',
    text: 'In dieser Zeit fragen Alarme gleich die nächste Person. Nur wer mit Vorrang alarmiert wird, wird trotzdem gerufen.',
    from: 'Abwesend von',
    until: 'Abwesend bis',
    now: 'leer: ab jetzt',
    hint: 'leer: bis auf Weiteres',
    remark: 'Bemerkung',
    remarkHint: 'freiwillig; die Kontaktpflege kann sie lesen',
    add: 'Abwesenheit eintragen',
    end: 'Ich bin wieder erreichbar',
    between: (from, until) => `${from} bis ${until}`,
    since: (from) => `ab ${from} bis auf Weiteres`,
    added: 'Ihre Abwesenheit ist eingetragen.',
    ended: 'Die Abwesenheit ist beendet.',
    over: 'Bitte geben Sie ein Ende an, das nach dem Beginn und in der Zukunft liegt.',
    full: 'Es sind schon so viele Abwesenheiten eingetragen, wie möglich sind. Bitte beenden Sie zuerst eine.',
  },
  en: {
    title: 'Will you be out of reach?',
    text: 'During this time, alarms ask the next person immediately. Only people with priority are still called.',
    from: 'Absent from',
    until: 'Absent until',
    now: 'empty: from now on',
    hint: 'empty: until further notice',
    remark: 'Remark',
    remarkHint: 'optional; contact managers can read it',
    add: 'Enter absence',
    end: 'I can be reached again',
    between: (from, until) => `${from} to ${until}`,
    since: (from) => `from ${from} until further notice`,
    added: 'Your absence is entered.',
    ended: 'The absence has ended.',
    over: 'Please enter an end that is after the beginning and in the future.',
    full: 'The maximum number of absences is reached. Please end one of them first.',
  },
};
