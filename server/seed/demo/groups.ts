/** A group with its members in call order by last name; "!" marks those who are always called first. */
export interface DemoGroup {
  name: string;
  type: 'crisis_team' | 'staff_function' | 'department' | 'on_call' | 'partner';
  about?: string;
  members?: string;
  groups?: readonly DemoGroup[];
}

const staffFunction = (name: string, about: string, members: string): DemoGroup => ({
  name,
  type: 'staff_function',
  about,
  members,
});
const department = (name: string, members: string, groups: readonly DemoGroup[] = []): DemoGroup => ({
  name,
  type: 'department',
  members,
  groups,
});
const onCall = (name: string, about: string, members: string): DemoGroup => ({
  name,
  type: 'on_call',
  about,
  members,
});

/** All groups of the demo hospital, three levels deep. */
export const groups: readonly DemoGroup[] = [
  {
    name: 'Krisenstab',
    type: 'crisis_team',
    about: 'Klinische Einsatzleitung. Treffpunkt: Lagezentrum, Haus A, Erdgeschoss, Raum A 0.12.',
    groups: [
      {
        name: 'Leitung des Krisenstabs',
        type: 'crisis_team',
        about: 'Entscheidet und verantwortet.',
        members: 'Brandmüller!, Wintermantel!, Falkenrath, Ostendorp',
      },
      {
        name: 'Stabsfunktionen',
        type: 'crisis_team',
        about: 'Je Sachgebiet genügt eine Person; die Reihenfolge ist die Rufreihenfolge.',
        groups: [
          staffFunction('S1 Personal', 'Personal, Dienstpläne, innerer Dienst', 'Ahrens, Bormann, Conrad'),
          staffFunction('S2 Lage', 'Lagebild, Einsatztagebuch, Lagebericht', 'Eisenlohr, Rademacher, Zander'),
          staffFunction('S3 Einsatz', 'Medizinischer Einsatz, Betten, OP', 'Hagedorn, Grünwald, Kaltenbach, Petersen'),
          staffFunction('S4 Versorgung', 'Material, Technik, Verpflegung', 'Dorn, Steinbrück, Ehlers'),
          staffFunction('S5 Presse und Medien', 'Presse, Angehörige, soziale Medien', 'Vogelsang, Wernicke'),
          staffFunction('S6 Information und Kommunikation', 'IT, Telefonie, Funk', 'Marquardt, Novák, Oertel'),
        ],
      },
      {
        name: 'Fachberatung',
        type: 'staff_function',
        about: 'Wird je nach Lage hinzugezogen.',
        members: 'Kämmerer, Nagel, Mühlberg, Iffland, Nehring',
      },
    ],
  },
  department('Ärztlicher Dienst', '', [
    department('Notaufnahme Ärzte', 'Hagedorn, Petersen, Yıldız, Kowalski, Sauerbier, Thalmann, Okafor, Rosenstiel'),
    department('Anästhesie und Intensivmedizin', 'Kaltenbach, Nowak, Imhoff, Ruhland, Voßberg', [
      onCall('Rufbereitschaft Anästhesie', 'Binnen 30 Minuten im Haus', 'Weißgerber, Schönfelder, Dahlke, Nowak'),
    ]),
    department('Chirurgie', 'Albrecht, Böttcher, Rahimi', [
      onCall('Rufbereitschaft Chirurgie', 'Binnen 30 Minuten im Haus', 'Mertens, Zielinski, Hoffstätter, Lohse'),
    ]),
    department('Innere Medizin', 'Reinholdt, Schlüter, Tran, Wiesner, Kirchhoff'),
  ]),
  department('Pflege', 'Grünwald', [
    department('Pflege Notaufnahme', 'Bergmann!, Çelik, Doberstein, Friese, Gerlach, Hauschild, Ivanova'),
    department('Pflege Intensivstation', 'Jäger!, Kessler, Lindemann, Morgenroth, Neuhaus, Olschewski, Pohl'),
    department('Pflege OP', 'Quandt, Raabe, Seifert, Trautwein, Ullmann, Wegener'),
    department('Stationspflege', 'Arnold, Behrens, Clausen, Dietrich', [
      department('Haus A', 'Engelhardt, Fuhrmann, Jordan'),
      department('Haus B', 'Göbel, Heinze, Irmscher'),
    ]),
  ]),
  department('Technik', 'Steinbrück!', [
    department('Haustechnik', 'Adler, Bauer, Czerny, Drechsler, Ebeling'),
    department('Elektrotechnik und Notstrom', 'Feldmann, Gruber, Haberland'),
    department('Medizintechnik', 'Jansen, Kröger, Lorenz'),
  ]),
  department('IT', 'Marquardt!', [
    department('Netz und Server', 'Novák, Oertel, Preuß'),
    department('Klinische Anwendungen', 'Schreiber, Taubert, Uhlig'),
    department('Informationssicherheit', 'Rademacher'),
  ]),
  department('Diagnostik und Versorgung', '', [
    department('Hygiene', 'Kämmerer!, Lautenschläger, Maurer'),
    department('Apotheke', 'Nagel, Oberländer'),
    department('Labor', 'Paulsen, Rosenow'),
    department('Seelsorge', 'Nehring, Ochsenfurt'),
  ]),
  department('Verwaltung', 'Ostendorp', [
    department('Öffentlichkeitsarbeit', 'Vogelsang, Wernicke, Zander'),
    department('Personalabteilung', 'Ahrens, Bormann, Conrad'),
    department('Einkauf und Logistik', 'Dorn, Ehlers, Frommhold, Gäbler, Hansemann'),
    department('Pforte und Sicherheit', 'Iffland, Junghans, Kühnel, Lambrecht, Mühlberg'),
  ]),
  {
    name: 'Externe Partner',
    type: 'partner',
    about: 'Stellen außerhalb des Hauses',
    groups: [
      {
        name: 'Behörden und Einsatzkräfte',
        type: 'partner',
        members: 'Kreutzberg, Rüdiger, Siebert, Tillmann, Unger, Volkmann',
      },
      { name: 'Medien', type: 'partner', members: 'Wolter, Zeidler' },
    ],
  },
];
