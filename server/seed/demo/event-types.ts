import type { Drawing } from '#server/seed/drawings.ts';

/** A kind of event with what is prepared for it. */
export interface DemoEventType {
  identifier: string;
  name: string;
  description: string;
  icon: Drawing;
  location: string;
  lists: readonly string[];
  /** What those who are called in read first; short, because it also goes out by SMS. */
  activation: string;
  /** What the staff reads. */
  information: string;
}

/** The six event types of the demo hospital. */
export const eventTypes: readonly DemoEventType[] = [
  {
    identifier: 'mass_casualty',
    name: 'Massenanfall von Verletzten',
    description: 'Viele Verletzte oder Erkrankte auf einmal. Alarmplan A, Stufen 1 bis 3.',
    icon: 'massCasualty',
    location: 'Zentrale Notaufnahme',
    lists: ['Krisenstab', 'Massenanfall von Verletzten'],
    activation: `Viele Verletzte werden erwartet.
Bitte kommen Sie sofort in die Klinik.
Krisenstab: Lagezentrum, Raum A 0.12. Alle anderen: {{ event.location }}.`,
    information: `wir erwarten eine große Zahl von Verletzten ({{ event.location }}).

Bitte halten Sie die Liegendanfahrt und die Flure der Notaufnahme frei. Planbare Eingriffe werden verschoben. Kommen Sie nur in die Klinik, wenn Sie dazu aufgefordert wurden.`,
  },
  {
    identifier: 'fire',
    name: 'Brand',
    description: 'Feuer oder Rauch im Haus. Brandschutzordnung Teil C.',
    icon: 'fire',
    location: 'Klinikum Musterstadt, Hauptgebäude',
    lists: ['Krisenstab', 'Technischer Notfall', 'Räumung'],
    activation: `Brand gemeldet: {{ event.location }}.
Bitte kommen Sie sofort in die Klinik. Feuerwehrzufahrt freihalten, Aufzüge nicht benutzen.
Treffpunkt: Lagezentrum, Raum A 0.12.`,
    information: `in unserem Haus brennt es ({{ event.location }}). Die Feuerwehr ist alarmiert.

Bitte meiden Sie den betroffenen Bereich, schließen Sie Fenster und Türen und benutzen Sie keine Aufzüge. Folgen Sie den Anweisungen der Feuerwehr.`,
  },
  {
    identifier: 'power_outage',
    name: 'Stromausfall',
    description: 'Ausfall der Stromversorgung, Betrieb über Notstrom.',
    icon: 'power',
    location: 'Technikzentrale',
    lists: ['Krisenstab', 'Technischer Notfall'],
    activation: `Stromausfall, die Klinik wird über Notstrom versorgt.
Bitte kommen Sie sofort. Technik: {{ event.location }}. Krisenstab: Lagezentrum, Raum A 0.12.`,
    information: `die Stromversorgung ist ausgefallen. Das Klinikum wird über Notstrom versorgt.

Lebenswichtige Geräte gehören an die grünen Steckdosen. Schalten Sie alles aus, was nicht gebraucht wird. Bei Störungen: Leitwarte, Telefon 100.`,
  },
  {
    identifier: 'it_outage',
    name: 'IT-Ausfall / Cyberangriff',
    description: 'Ausfall wichtiger Systeme oder Verdacht auf einen Angriff.',
    icon: 'cyber',
    location: 'Rechenzentrum',
    lists: ['Krisenstab', 'IT-Notfall'],
    activation: `Schwerer IT-Ausfall, Cyberangriff nicht ausgeschlossen.
Bitte kommen Sie sofort. IT: {{ event.location }}. Krisenstab: Lagezentrum, Raum A 0.12.
Bitte nicht über das Kliniknetz anmelden.`,
    information: `wichtige IT-Systeme sind ausgefallen. Ein Angriff von außen ist nicht ausgeschlossen.

Bitte schalten Sie Ihren Rechner nicht aus, sondern trennen Sie ihn vom Netz. Öffnen Sie keine E-Mail-Anhänge. Es gilt das Ausfallkonzept: Dokumentieren Sie auf Papier.`,
  },
  {
    identifier: 'evacuation',
    name: 'Evakuierung',
    description: 'Räumung von Stationen oder Gebäuden.',
    icon: 'evacuation',
    location: 'Bettenhaus B',
    lists: ['Krisenstab', 'Räumung'],
    activation: `Wir räumen: {{ event.location }}.
Bitte kommen Sie sofort. Sammelplatz: Parkhaus Süd. Krisenstab: Lagezentrum, Raum A 0.12.`,
    information: `wir räumen: {{ event.location }}.

Bringen Sie Patientinnen und Patienten zum Sammelplatz Parkhaus Süd. Nehmen Sie Kurve und Medikamente mit. Melden Sie der Sammelstelle jede Ankunft.`,
  },
  {
    identifier: 'infection_outbreak',
    name: 'Infektionsausbruch',
    description: 'Gehäuftes Auftreten einer Infektion im Haus.',
    icon: 'infection',
    location: 'Klinikum Musterstadt, Hauptgebäude',
    lists: ['Krisenstab', 'Infektionsgeschehen'],
    activation: `Verdacht auf einen Infektionsausbruch: {{ event.location }}.
Der Krisenstab trifft sich im Lagezentrum, Raum A 0.12.
Bitte kommen Sie. Schutzausrüstung liegt an der Pforte bereit.`,
    information: `auf mehreren Stationen sind Infektionen aufgetreten.

Ab sofort gilt im ganzen Haus Mund-Nasen-Schutz. Besuche sind nur nach Absprache möglich. Melden Sie eigene Krankheitszeichen vor Dienstbeginn der Hygiene, Telefon 215.`,
  },
];
