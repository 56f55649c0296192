/** A prepared text and the report type it is proposed for; it holds for all event types unless one is named. */
export interface DemoSnippet {
  name: string;
  type: 'activation' | 'information' | 'instruction' | 'all_clear' | 'closing';
  content: string;
  reportType?: 'activation' | 'staff_information' | 'public_information' | 'press_release' | 'all_clear';
  readOnly?: true;
}

/** Texts that fit every event; the specific ones stand with the event types. */
export const generalSnippets: readonly DemoSnippet[] = [
  {
    name: 'Aktivierung allgemein',
    type: 'activation',
    reportType: 'activation',
    content: `{{ event.name }}: Bitte kommen Sie sofort in die Klinik.
Treffpunkt: Lagezentrum, Raum A 0.12.
Bitte antworten Sie gleich: {{ answer.link }}`,
  },
  {
    name: 'Mitarbeiterinformation allgemein',
    type: 'information',
    reportType: 'staff_information',
    content: `Guten Tag {{ person.firstName }} {{ person.lastName }},

zum Ereignis „{{ event.name }}“ informieren wir Sie über den Stand von {{ now }}.

Der Krisenstab ist im Einsatz. Bitte geben Sie keine Auskünfte an Medien und verweisen Sie an die Pressestelle.

{{ organisation.name }}, Krisenstab`,
  },
  {
    name: 'Entwarnung',
    type: 'all_clear',
    reportType: 'all_clear',
    content: `Entwarnung: Der Einsatz „{{ event.name }}“ ist beendet. Der Betrieb läuft wieder wie gewohnt.
Vielen Dank für Ihren Einsatz.
{{ organisation.name }}, Krisenstab`,
  },
  {
    name: 'Pressemitteilung',
    type: 'information',
    reportType: 'press_release',
    content: `{{ organisation.name }} informiert

{{ event.name }}, Stand {{ now }}

Im Klinikum ist ein Krisenstab eingerichtet. Die Versorgung der Patientinnen und Patienten ist sichergestellt. Über weitere Entwicklungen berichten wir.

Rückfragen von Medien beantwortet die Pressestelle.`,
  },
  {
    name: 'Information der Öffentlichkeit',
    type: 'information',
    reportType: 'public_information',
    content: `{{ organisation.name }}: {{ event.name }}, Stand {{ now }}.

Bitte kommen Sie nur in dringenden Fällen in die Notaufnahme. Angehörige erreichen uns unter der Rufnummer auf unserer Internetseite.`,
  },
  {
    name: 'Auskünfte nur über die Pressestelle',
    type: 'instruction',
    readOnly: true,
    content: 'Bitte geben Sie keine Auskünfte an Medien. Verweisen Sie Anfragen an die Pressestelle, Telefon 180.',
  },
  {
    name: 'Gruß des Krisenstabs',
    type: 'closing',
    content: `{{ organisation.name }}
Krisenstab
{{ author.name }}`,
  },
];
