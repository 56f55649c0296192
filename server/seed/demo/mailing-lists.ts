/** A mailing list: people by last name, groups (with how many are wanted, and minutes to wait), and lists below it. */
export interface DemoList {
  name: string;
  type: 'alarm' | 'information' | 'situation_report' | 'press';
  about: string;
  people?: string;
  groups?: readonly (readonly [group: string, stopLimit?: number, waitMinutes?: number])[];
  lists?: readonly DemoList[];
}

const alarm = (name: string, about: string, groups: DemoList['groups'] = [], lists: readonly DemoList[] = []) =>
  ({ name, type: 'alarm', about, groups, lists }) satisfies DemoList;

/** All mailing lists of the demo hospital. */
export const mailingLists: readonly DemoList[] = [
  alarm('Krisenstab', 'Leitung sofort und alle; je Stabsfunktion eine Person.', [
    ['Leitung des Krisenstabs'],
    ['S1 Personal', 1, 5],
    ['S2 Lage', 1, 5],
    ['S3 Einsatz', 1, 5],
    ['S4 Versorgung', 1, 5],
    ['S5 Presse und Medien', 1, 5],
    ['S6 Information und Kommunikation', 1, 5],
  ]),
  alarm(
    'Massenanfall von Verletzten',
    'Medizinisches Personal für die erste Stunde.',
    [],
    [
      alarm('MANV Ärztlicher Dienst', 'Notaufnahme, Anästhesie, Chirurgie', [
        ['Notaufnahme Ärzte', 4, 3],
        ['Rufbereitschaft Anästhesie', 2, 3],
        ['Rufbereitschaft Chirurgie', 3, 3],
      ]),
      alarm('MANV Pflege', 'Notaufnahme, Intensivstation, OP', [
        ['Pflege Notaufnahme', 4, 3],
        ['Pflege Intensivstation', 3, 5],
        ['Pflege OP', 3, 3],
      ]),
      alarm('MANV Versorgung', 'Blut, Arzneimittel, Transport', [
        ['Labor', 1, 5],
        ['Apotheke', 1, 5],
        ['Einkauf und Logistik', 2, 5],
      ]),
    ],
  ),
  alarm('Technischer Notfall', 'Haustechnik, Notstrom, Medizintechnik', [
    ['Haustechnik', 2, 5],
    ['Elektrotechnik und Notstrom', 2, 3],
    ['Medizintechnik', 1, 5],
  ]),
  alarm('IT-Notfall', 'IT-Leitung sofort, dazu Netz, Server und Anwendungen.', [
    ['Netz und Server', 2, 5],
    ['Klinische Anwendungen', 1, 10],
    ['Informationssicherheit'],
  ]),
  alarm('Räumung', 'Wer Patienten verlegt und Wege sichert.', [
    ['Stationspflege'],
    ['Pforte und Sicherheit'],
    ['Einkauf und Logistik', 2, 5],
    ['Haustechnik', 1, 5],
  ]),
  alarm('Infektionsgeschehen', 'Hygiene, Labor, Apotheke', [['Hygiene'], ['Labor', 1, 10], ['Apotheke', 1, 10]]),
  {
    name: 'Alle Mitarbeitenden',
    type: 'information',
    about: 'Die ganze Belegschaft. Nur für Informationen, nicht zum Einrufen.',
    lists: [
      {
        name: 'Medizin und Pflege',
        type: 'information',
        about: 'Ärztlicher Dienst, Pflege, Diagnostik',
        groups: [['Ärztlicher Dienst'], ['Pflege'], ['Diagnostik und Versorgung']],
      },
      {
        name: 'Technik und Verwaltung',
        type: 'information',
        about: 'Technik, IT, Verwaltung',
        groups: [['Technik'], ['IT'], ['Verwaltung']],
      },
    ],
  },
  {
    name: 'Führungskräfte',
    type: 'information',
    about: 'Klinikleitung, Chefärztinnen und Chefärzte, Abteilungsleitungen',
    people: `Wintermantel, Ostendorp, Grünwald, Falkenrath, Brandmüller, Kaltenbach, Albrecht, Reinholdt, Hagedorn,
      Bergmann, Jäger, Quandt, Steinbrück, Marquardt, Kämmerer, Nagel, Paulsen, Vogelsang, Ahrens, Dorn, Iffland`,
  },
  {
    name: 'Lagebericht',
    type: 'situation_report',
    about: 'Erhält jeden freigegebenen Lagebericht.',
    people: 'Wintermantel, Ostendorp, Grünwald, Brandmüller, Eisenlohr, Vogelsang',
    groups: [['Behörden und Einsatzkräfte']],
  },
  {
    name: 'Presse',
    type: 'press',
    about: 'Redaktionen in Musterstadt und Umgebung',
    groups: [['Medien']],
  },
];
