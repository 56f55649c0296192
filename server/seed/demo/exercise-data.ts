import type { DemoEvent } from './history-data.ts';

const massCasualtyExercise: DemoEvent = {
  name: 'Herbstübung: Busunfall auf der Landstraße',
  type: 'mass_casualty',
  location: 'Zentrale Notaufnahme',
  description: 'Angenommen: Reisebus verunglückt, 28 Verletzte. Vollübung mit Feuerwehr und Rettungsdienst.',
  mode: 'EXERCISE',
  state: 'archived',
  began: { daysAgo: 63, at: '09:00' },
  lasted: 195,
  reports: [
    {
      after: 2,
      type: 'activation',
      author: 'Brandmüller',
      channels: ['exercise'],
      lists: ['Krisenstab', 'Massenanfall von Verletzten'],
      title: 'Aktivierung: Massenanfall von Verletzten',
      content: `Viele Verletzte werden erwartet.
Bitte kommen Sie sofort in die Klinik.
Krisenstab: Lagezentrum, Raum A 0.12. Alle anderen: Zentrale Notaufnahme.
Bitte antworten Sie gleich über den Link.`,
    },
    {
      after: 180,
      type: 'all_clear',
      author: 'Brandmüller',
      channels: ['exercise'],
      lists: ['Krisenstab', 'Massenanfall von Verletzten'],
      title: 'Übungsende',
      content: 'Die Übung ist beendet. Nachbesprechung um 14 Uhr im Hörsaal, Haus A. Vielen Dank fürs Mitmachen.',
    },
  ],
  notes: [
    [12, 'Eisenlohr', 'Sichtung in der Fahrzeughalle aufgebaut, zwei Behandlungsplätze besetzt.'],
    [34, 'Eisenlohr', 'Erste Mimen eingetroffen. Funkrufgruppe nicht erreichbar, Ausweichen auf Telefon.'],
    [176, 'Brandmüller', 'Übungsziel erreicht. Verbesserung: Aushang der Rufnummern in der Fahrzeughalle.'],
  ],
};

const evacuationExercise: DemoEvent = {
  name: 'Übung: Räumung Bettenhaus B',
  type: 'evacuation',
  location: 'Bettenhaus B',
  description: 'Angenommen: Gasgeruch im Keller von Haus B. Geübt werden Alarmierung und Sammelstelle.',
  mode: 'EXERCISE',
  state: 'running',
  began: { minutesAgo: 52 },
  reports: [
    {
      after: 3,
      type: 'activation',
      author: 'Brandmüller',
      channels: ['exercise'],
      lists: ['Krisenstab', 'Räumung'],
      title: 'Aktivierung: Räumung Bettenhaus B',
      content: `Wir räumen: Bettenhaus B.
Bitte kommen Sie sofort. Sammelplatz: Parkhaus Süd. Krisenstab: Lagezentrum, Raum A 0.12.
Bitte antworten Sie gleich über den Link.`,
    },
    {
      after: 19,
      type: 'staff_information',
      author: 'Vogelsang',
      channels: ['exercise'],
      lists: ['Führungskräfte'],
      title: 'Räumung von Haus B läuft',
      content: `Guten Tag {{ person.firstName }} {{ person.lastName }},

wir räumen Bettenhaus B. Patientinnen und Patienten kommen zum Sammelplatz Parkhaus Süd und von dort auf Haus A.

Bitte halten Sie in Ihren Bereichen Plätze frei und melden Sie diese an den Krisenstab, Telefon 150.

Klinikum Musterstadt, Krisenstab`,
    },
  ],
  notes: [
    [1, 'Brandmüller', 'Übungsbeginn. Beobachter sind auf den Stationen B1 und B2.'],
    [11, 'Eisenlohr', 'Sammelstelle Parkhaus Süd ist besetzt, Leitung: Frau Mühlberg.'],
    [24, 'Eisenlohr', 'Station B1 ist leer, 18 Mimen an der Sammelstelle erfasst.'],
    [41, 'Brandmüller', 'Entscheidung: Station B2 beginnt ohne Aufzug mit Tragetüchern.'],
  ],
  situations: [
    {
      after: 30,
      nextAfter: 120,
      status: 'approved',
      data: {
        assessment: 'angespannt',
        injured: 0,
        affected: 42,
        summary: 'Räumung von Haus B läuft. Station B1 ist geräumt, B2 wird vorbereitet.',
        measures: 'Sammelstelle Parkhaus Süd besetzt. Haus A meldet 26 freie Plätze.',
        needs: 'Vier weitere Kräfte für den Transport.',
      },
    },
  ],
  draft: {
    type: 'staff_information',
    author: 'owner',
    channels: ['exercise'],
    lists: ['Alle Mitarbeitenden'],
    title: 'Übung beendet: Danke an alle',
    content: `Guten Tag {{ person.firstName }} {{ person.lastName }},

die Räumungsübung in Haus B ist beendet. Alle Stationen arbeiten wieder wie gewohnt.

Klinikum Musterstadt, Krisenstab`,
  },
};

/** The exercises of the demo hospital; the last one is running. */
export const exercises: readonly DemoEvent[] = [massCasualtyExercise, evacuationExercise];
