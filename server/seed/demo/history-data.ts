/** A report of a past event; its messages went out at once on all its channels. */
export interface DemoReport {
  /** Minutes after the event began. */
  after: number;
  type: 'activation' | 'staff_information' | 'public_information' | 'all_clear';
  /** Last name of the author, one of the demo users; "owner" is the first account. */
  author: string;
  title: string;
  content: string;
  lists: readonly string[];
  channels: readonly ('email' | 'sms' | 'exercise')[];
}

/** A situation report, by the field keys of the template. */
export interface DemoSituation {
  after: number;
  /** Minutes after the event began when the next one was due. */
  nextAfter?: number;
  status: 'approved' | 'distributed';
  data: Record<string, unknown>;
}

/** An event of the demo hospital with everything that happened. */
export interface DemoEvent {
  name: string;
  type: string;
  location: string;
  description: string;
  mode: 'LIVE' | 'EXERCISE';
  state: 'running' | 'finished' | 'archived';
  /** When it began: some days ago at an hour of the day, or some minutes ago. */
  began: { daysAgo: number; at: string } | { minutesAgo: number };
  /** Minutes until it was finished. */
  lasted?: number;
  /** What happened; an entry is written by the program unless somebody signed it. */
  notes: readonly (readonly [after: number, author: string, text: string])[];
  reports: readonly DemoReport[];
  situations?: readonly DemoSituation[];
  /** A report that was begun and has not been sent. */
  draft?: Omit<DemoReport, 'after'>;
}

const closing = '\n\nKlinikum Musterstadt, Krisenstab';
const letter = (text: string) => `Guten Tag {{ person.firstName }} {{ person.lastName }},\n\n${text}${closing}`;

const kitchenFire: DemoEvent = {
  name: 'Brand in der Zentralküche',
  type: 'fire',
  location: 'Klinikum Musterstadt, Hauptgebäude',
  description: 'Fettbrand in der Zentralküche, Haus A, Untergeschoss. Keine Verletzten.',
  mode: 'LIVE',
  state: 'archived',
  began: { daysAgo: 47, at: '05:42' },
  lasted: 266,
  reports: [
    {
      after: 4,
      type: 'activation',
      author: 'Brandmüller',
      lists: ['Krisenstab', 'Technischer Notfall'],
      title: 'Aktivierung: Brand in der Zentralküche',
      content: `Brand gemeldet: Zentralküche, Haus A.
Bitte kommen Sie sofort in die Klinik. Feuerwehrzufahrt freihalten, Aufzüge nicht benutzen.
Treffpunkt: Lagezentrum, Raum A 0.12.
Bitte antworten Sie gleich über den Link.`,
      channels: ['sms', 'email'],
    },
    {
      after: 38,
      type: 'staff_information',
      author: 'Vogelsang',
      lists: ['Alle Mitarbeitenden'],
      title: 'Brand in der Zentralküche: Bitte meiden Sie Haus A',
      content: letter(
        `in der Zentralküche brennt es. Die Feuerwehr ist im Einsatz, Verletzte gibt es nicht.

Bitte meiden Sie das Untergeschoss von Haus A und benutzen Sie dort keine Aufzüge. Das Frühstück kommt heute später und kalt.`,
      ),
      channels: ['email'],
    },
    {
      after: 240,
      type: 'all_clear',
      author: 'Vogelsang',
      lists: ['Alle Mitarbeitenden'],
      title: 'Entwarnung: Brand in der Zentralküche',
      content: `Entwarnung: Der Einsatz „Brand in der Zentralküche“ ist beendet. Der Betrieb läuft wieder wie gewohnt.
Vielen Dank für Ihren Einsatz.${closing}`,
      channels: ['email'],
    },
  ],
  notes: [
    [2, 'Brandmüller', 'Brandmeldeanlage hat ausgelöst, Küche meldet offene Flammen. Feuerwehr ist alarmiert.'],
    [13, 'Eisenlohr', 'Feuerwehr ist eingetroffen. Einsatzleiter: Herr Unger.'],
    [21, 'Brandmüller', 'Entscheidung: Station A1 wird vorsorglich in den Brandabschnitt West verlegt.'],
    [52, 'Eisenlohr', 'Feuerwehr meldet: Feuer aus. Lüftung der Flure läuft.'],
    [95, 'Eisenlohr', 'Verpflegung gesichert: Lieferung durch das Studentenwerk bis 11 Uhr zugesagt.'],
    [231, 'Brandmüller', 'Feuerwehr übergibt die Einsatzstelle. Küche bleibt bis zur Begutachtung geschlossen.'],
  ],
  situations: [
    {
      after: 60,
      nextAfter: 150,
      status: 'distributed',
      data: {
        assessment: 'angespannt',
        injured: 0,
        affected: 31,
        summary: 'Fettbrand in der Zentralküche, Feuer ist aus. Keine Verletzten. Station A1 vorsorglich verlegt.',
        damage: 'Küche durch Rauch und Löschpulver nicht nutzbar. Flur im Untergeschoss verraucht.',
        measures: 'Verlegung von 31 Patientinnen und Patienten abgeschlossen. Ersatzverpflegung wird organisiert.',
        needs: 'Frühstück für 240 Personen.',
        resources: [
          ['Feuerwehr', '22', '0', 'Einsatzleitung Herr Unger'],
          ['Pflege', '14', '4', 'Verlegung Station A1'],
          ['Technik', '5', '0', 'Lüftung, Brandmeldeanlage'],
        ],
      },
    },
    {
      after: 235,
      status: 'distributed',
      data: {
        assessment: 'entspannt',
        injured: 0,
        affected: 31,
        summary: 'Einsatz beendet. Küche bleibt geschlossen, Verpflegung kommt von außen.',
        damage: 'Brandschaden an zwei Fritteusen und der Abluft. Gutachter kommt am Folgetag.',
        measures: 'Station A1 ist zurückverlegt. Verpflegung für drei Tage vertraglich gesichert.',
        forecast: 'Wiederinbetriebnahme der Küche frühestens in einer Woche.',
      },
    },
  ],
};

const powerOutage: DemoEvent = {
  name: 'Stromausfall nach Gewitter',
  type: 'power_outage',
  location: 'Technikzentrale',
  description: 'Blitzeinschlag im Umspannwerk Nord, gesamtes Stadtgebiet ohne Strom. Notstrom hat übernommen.',
  mode: 'LIVE',
  state: 'finished',
  began: { daysAgo: 21, at: '18:24' },
  lasted: 173,
  reports: [
    {
      after: 3,
      type: 'activation',
      author: 'Brandmüller',
      lists: ['Krisenstab', 'Technischer Notfall'],
      title: 'Aktivierung: Stromausfall nach Gewitter',
      content: `Stromausfall, die Klinik wird über Notstrom versorgt.
Bitte kommen Sie sofort. Technik: Technikzentrale. Krisenstab: Lagezentrum, Raum A 0.12.
Bitte antworten Sie gleich über den Link.`,
      channels: ['sms'],
    },
    {
      after: 25,
      type: 'staff_information',
      author: 'Vogelsang',
      lists: ['Führungskräfte'],
      title: 'Stromausfall: Betrieb über Notstrom',
      content: letter(
        `die Stromversorgung ist ausgefallen. Das Klinikum wird über Notstrom versorgt, der Treibstoff reicht für 48 Stunden.

Planbare Eingriffe werden verschoben. Bitte schalten Sie in Ihren Bereichen alles aus, was nicht gebraucht wird.`,
      ),
      channels: ['email', 'sms'],
    },
    {
      after: 168,
      type: 'all_clear',
      author: 'Brandmüller',
      lists: ['Krisenstab', 'Technischer Notfall'],
      title: 'Entwarnung: Strom ist zurück',
      content: `Entwarnung: Die Stadtwerke liefern wieder stabil. Der Einsatz ist beendet.
Vielen Dank für Ihren Einsatz.${closing}`,
      channels: ['sms'],
    },
  ],
  notes: [
    [1, 'Brandmüller', 'Netzausfall um 18:24 Uhr, beide Aggregate sind nach 11 Sekunden angelaufen.'],
    [9, 'Eisenlohr', 'Stadtwerke: Umspannwerk Nord ausgefallen, Dauer unklar. Ansprechpartner Herr Volkmann.'],
    [31, 'Brandmüller', 'Entscheidung: Keine neuen planbaren Eingriffe. Laufende Eingriffe werden beendet.'],
    [58, 'Eisenlohr', 'Ein Aufzug in Haus B stand zwischen zwei Etagen. Drei Personen befreit, wohlauf.'],
    [149, 'Eisenlohr', 'Stadtwerke melden Netz wieder verfügbar. Rückschaltung nach 15 Minuten Beobachtung.'],
    [165, 'Brandmüller', 'Rückschaltung ohne Störung. Aggregate laufen noch 30 Minuten mit.'],
  ],
};

const phishing: DemoEvent = {
  name: 'Phishing-Welle, E-Mail abgeschaltet',
  type: 'it_outage',
  location: 'Rechenzentrum',
  description: 'Zwölf Konten nach einer Phishing-Welle gesperrt, E-Mail vorsorglich abgeschaltet.',
  mode: 'LIVE',
  state: 'finished',
  began: { daysAgo: 9, at: '10:05' },
  lasted: 412,
  reports: [
    {
      after: 6,
      type: 'activation',
      author: 'Brandmüller',
      lists: ['Krisenstab', 'IT-Notfall'],
      title: 'Aktivierung: IT-Ausfall / Cyberangriff',
      content: `Schwerer IT-Ausfall, Cyberangriff nicht ausgeschlossen.
Bitte kommen Sie sofort. IT: Rechenzentrum. Krisenstab: Lagezentrum, Raum A 0.12.
Bitte nicht über das Kliniknetz anmelden.
Bitte antworten Sie gleich über den Link.`,
      channels: ['sms'],
    },
    {
      after: 22,
      type: 'staff_information',
      author: 'Vogelsang',
      lists: ['Führungskräfte'],
      title: 'E-Mail ist vorsorglich abgeschaltet',
      content: `nach einer Phishing-Welle ist unser E-Mail-System vorsorglich abgeschaltet. Das Krankenhausinformationssystem ist nicht betroffen.
Bitte informieren Sie Ihre Bereiche mündlich. Wer einen Anhang geöffnet hat, meldet sich sofort bei der IT, Telefon 110.${closing}`,
      channels: ['sms'],
    },
    {
      after: 400,
      type: 'all_clear',
      author: 'Vogelsang',
      lists: ['Alle Mitarbeitenden'],
      title: 'E-Mail läuft wieder',
      content: letter(
        `unser E-Mail-System ist wieder erreichbar. Daten sind nach heutigem Stand nicht abgeflossen.

Bitte ändern Sie bei der nächsten Anmeldung Ihr Passwort. Danke an alle, die verdächtige Mails gemeldet haben.`,
      ),
      channels: ['email'],
    },
  ],
  notes: [
    [3, 'Brandmüller', 'IT meldet zwölf auffällige Konten und Massenversand von innen.'],
    [11, 'Eisenlohr', 'Zwölf Konten gesperrt, E-Mail nach außen getrennt.'],
    [47, 'Eisenlohr', 'Krankenhausinformationssystem geprüft: keine Auffälligkeiten.'],
    [120, 'Brandmüller', 'Meldung an die Aufsichtsbehörde abgesetzt. Datenschutz ist eingebunden.'],
    [388, 'Eisenlohr', 'E-Mail nach Prüfung wieder freigegeben, Passwortwechsel erzwungen.'],
  ],
};

/** What has happened in the demo hospital, the oldest first. */
export const pastEvents: readonly DemoEvent[] = [kitchenFire, powerOutage, phishing];
