import type { DemoPerson } from './people.ts';

/** People who keep the house running, and partners outside of it, by department. All names are made up. */
export const servicePeople: Record<string, readonly DemoPerson[]> = {
  Hygiene: [
    ['Kämmerer', 'Astrid', 'Dr.', 'Leitende Krankenhaushygienikerin'],
    ['Lautenschläger', 'Ben', '', 'Hygienefachkraft'],
    ['Maurer', 'Stefanie', '', 'Hygienefachkraft'],
  ],
  Apotheke: [
    ['Nagel', 'Corinna', 'Dr.', 'Leiterin Krankenhausapotheke'],
    ['Oberländer', 'Finn', '', 'Apotheker'],
  ],
  Labor: [
    ['Paulsen', 'Gesine', 'Dr.', 'Leiterin Zentrallabor'],
    ['Rosenow', 'Ingo', '', 'Medizinischer Technologe'],
  ],
  Haustechnik: [
    ['Steinbrück', 'Bernd', '', 'Leiter Technik', { privateMobile: true }],
    ['Adler', 'Marco', '', 'Betriebstechniker', { availability: 'Rufbereitschaft in ungeraden Wochen.' }],
    ['Bauer', 'Holger', '', 'Betriebstechniker', { availability: 'Rufbereitschaft in geraden Wochen.' }],
    ['Czerny', 'Viktor', '', 'Heizung, Klima, Sanitär'],
    ['Drechsler', 'Andre', '', 'Heizung, Klima, Sanitär', { without: ['email'] }],
    ['Ebeling', 'Thomas', '', 'Aufzüge und Brandmeldetechnik'],
  ],
  Elektrotechnik: [
    ['Feldmann', 'Rainer', '', 'Meister Elektrotechnik, Notstrom'],
    ['Gruber', 'Patrick', '', 'Elektroniker'],
    ['Haberland', 'Sven', '', 'Elektroniker'],
  ],
  Medizintechnik: [
    ['Jansen', 'Ole', '', 'Leiter Medizintechnik'],
    ['Kröger', 'Daniela', '', 'Medizintechnikerin'],
    ['Lorenz', 'Philipp', '', 'Medizintechniker'],
  ],
  'IT-Betrieb': [
    ['Marquardt', 'Jens', '', 'Leiter IT', { privateMobile: true, privateEmail: true }],
    ['Novák', 'Tomáš', '', 'Netzwerk und Telefonie', { english: true }],
    ['Oertel', 'Franziska', '', 'Server und Speicher'],
    ['Preuß', 'Alexander', '', 'Arbeitsplätze und Service'],
    ['Rademacher', 'Lisa', '', 'Informationssicherheitsbeauftragte'],
  ],
  'Klinische Anwendungen': [
    ['Schreiber', 'Volker', '', 'Krankenhausinformationssystem'],
    ['Taubert', 'Wiebke', '', 'Krankenhausinformationssystem'],
    ['Uhlig', 'Maximilian', '', 'Radiologie- und Laborsysteme'],
  ],
  Öffentlichkeitsarbeit: [
    ['Vogelsang', 'Friederike', '', 'Leiterin Kommunikation, Pressesprecherin'],
    ['Wernicke', 'Julian', '', 'Online und soziale Medien'],
    ['Zander', 'Nora', '', 'Interne Kommunikation'],
  ],
  Personalabteilung: [
    ['Ahrens', 'Claudia', '', 'Leiterin Personal'],
    ['Bormann', 'Erik', '', 'Dienstplanung'],
    ['Conrad', 'Sophie', '', 'Dienstplanung', { mobileOf: 'Bormann' }],
  ],
  'Einkauf und Logistik': [
    ['Dorn', 'Hartmut', '', 'Leiter Einkauf und Logistik'],
    ['Ehlers', 'Katrin', '', 'Zentrallager'],
    ['Frommhold', 'Dennis', '', 'Patiententransport'],
    ['Gäbler', 'Yvonne', '', 'Speisenversorgung'],
    ['Hansemann', 'Rolf', '', 'Speisenversorgung', { without: ['mobile'] }],
  ],
  'Pforte und Sicherheit': [
    ['Iffland', 'Manfred', '', 'Leiter Sicherheitsdienst'],
    ['Junghans', 'Marlies', '', 'Pforte Haupteingang', { without: ['mobile'] }],
    ['Kühnel', 'Detlef', '', 'Pforte Haupteingang', { without: ['email'] }],
    ['Lambrecht', 'Oliver', '', 'Sicherheitsdienst'],
    ['Mühlberg', 'Janine', '', 'Brandschutzbeauftragte'],
  ],
  Seelsorge: [
    ['Nehring', 'Johannes', '', 'Evangelische Klinikseelsorge'],
    ['Ochsenfurt', 'Maria', '', 'Katholische Klinikseelsorge'],
  ],
  'Leitstelle Musterland': [['Kreutzberg', 'Holger', '', 'Lagedienstführer', { without: ['mobile'] }]],
  'Gesundheitsamt Musterstadt': [
    ['Rüdiger', 'Elke', 'Dr.', 'Amtsärztin'],
    ['Siebert', 'Arne', '', 'Infektionsschutz'],
  ],
  'Polizei Musterstadt': [['Tillmann', 'Bettina', '', 'Dienstgruppenleiterin', { without: ['mobile'] }]],
  'Feuerwehr Musterstadt': [['Unger', 'Carsten', '', 'Einsatzleitdienst']],
  'Stadtwerke Musterstadt': [['Volkmann', 'Heiko', '', 'Netzleitstelle Strom']],
  'Musterstädter Tageblatt': [['Wolter', 'Jasmin', '', 'Redaktion Lokales', { without: ['mobile'] }]],
  'Radio Musterland': [['Zeidler', 'Konrad', '', 'Chef vom Dienst', { without: ['mobile'] }]],
};

/** Departments outside of the house, with the domain of their e-mail addresses. */
export const partnerDomains: Record<string, string> = {
  'Leitstelle Musterland': 'leitstelle-musterland.example',
  'Gesundheitsamt Musterstadt': 'musterstadt.example',
  'Polizei Musterstadt': 'polizei-musterland.example',
  'Feuerwehr Musterstadt': 'feuerwehr-musterstadt.example',
  'Stadtwerke Musterstadt': 'stadtwerke-musterstadt.example',
  'Musterstädter Tageblatt': 'tageblatt-musterstadt.example',
  'Radio Musterland': 'radio-musterland.example',
};
