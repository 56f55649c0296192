/** Last name (unique here), first name, title, function, and what is special about the person. */
export type DemoPerson = readonly [lastName: string, firstName: string, title: string, role: string, note?: PersonNote];

/** What differs from a person with business e-mail, mobile and extension. */
export interface PersonNote {
  without?: readonly ('email' | 'mobile' | 'phone')[];
  inactive?: true;
  /** Shares the mobile phone of this person, e.g. the phone of a ward. */
  mobileOf?: string;
  privateEmail?: true;
  privateMobile?: true;
  english?: true;
  availability?: string;
}

/** People of the clinical areas, by department. All names are made up. */
export const clinicalPeople: Record<string, readonly DemoPerson[]> = {
  Klinikleitung: [
    ['Wintermantel', 'Helene', 'Prof. Dr.', 'Ärztliche Direktorin', { privateMobile: true }],
    ['Ostendorp', 'Matthias', '', 'Kaufmännischer Direktor', { privateMobile: true }],
    ['Grünwald', 'Sabine', '', 'Pflegedirektorin'],
    ['Falkenrath', 'Jörg', 'Dr.', 'Stellv. Ärztlicher Direktor'],
    ['Brandmüller', 'Katja', '', 'Leiterin Krisenmanagement', { privateMobile: true, privateEmail: true }],
    ['Eisenlohr', 'Tobias', '', 'Referent Krisenmanagement'],
  ],
  Notaufnahme: [
    ['Hagedorn', 'Anja', 'Dr.', 'Leitende Oberärztin Notaufnahme', { privateMobile: true }],
    ['Petersen', 'Lars', 'Dr.', 'Oberarzt Notaufnahme'],
    ['Yıldız', 'Deniz', 'Dr.', 'Fachärztin Notfallmedizin'],
    ['Kowalski', 'Marek', '', 'Assistenzarzt Notaufnahme'],
    ['Sauerbier', 'Nina', 'Dr.', 'Assistenzärztin Notaufnahme'],
    ['Thalmann', 'Felix', '', 'Assistenzarzt Notaufnahme'],
    ['Okafor', 'Chidi', 'Dr.', 'Facharzt Notfallmedizin', { english: true }],
    ['Rosenstiel', 'Ute', 'Dr.', 'Oberärztin Notaufnahme', { inactive: true }],
  ],
  'Anästhesie und Intensivmedizin': [
    ['Kaltenbach', 'Uwe', 'Prof. Dr.', 'Chefarzt Anästhesie'],
    ['Nowak', 'Agnieszka', 'Dr.', 'Oberärztin Intensivmedizin'],
    ['Weißgerber', 'Jan', 'Dr.', 'Oberarzt Anästhesie'],
    ['Schönfelder', 'Mira', 'Dr.', 'Fachärztin Anästhesie'],
    ['Dahlke', 'Simon', 'Dr.', 'Facharzt Anästhesie'],
    ['Imhoff', 'Carla', 'Dr.', 'Fachärztin Intensivmedizin'],
    ['Ruhland', 'Peter', 'Dr.', 'Facharzt Intensivmedizin', { without: ['mobile'] }],
    ['Voßberg', 'Lena', 'Dr.', 'Assistenzärztin Anästhesie'],
  ],
  Chirurgie: [
    ['Albrecht', 'Georg', 'Prof. Dr.', 'Chefarzt Unfallchirurgie'],
    ['Mertens', 'Julia', 'Dr.', 'Oberärztin Unfallchirurgie'],
    ['Zielinski', 'Adam', 'Dr.', 'Oberarzt Viszeralchirurgie'],
    ['Hoffstätter', 'Kai', 'Dr.', 'Facharzt Unfallchirurgie'],
    ['Böttcher', 'Inga', 'Dr.', 'Fachärztin Viszeralchirurgie'],
    ['Rahimi', 'Samira', 'Dr.', 'Assistenzärztin Chirurgie'],
    ['Lohse', 'Martin', 'Dr.', 'Assistenzarzt Chirurgie', { without: ['phone'] }],
  ],
  'Innere Medizin': [
    ['Reinholdt', 'Beate', 'Prof. Dr.', 'Chefärztin Innere Medizin'],
    ['Schlüter', 'Henning', 'Dr.', 'Oberarzt Kardiologie'],
    ['Tran', 'Minh Anh', 'Dr.', 'Oberärztin Gastroenterologie'],
    ['Wiesner', 'Paul', 'Dr.', 'Facharzt Innere Medizin'],
    ['Kirchhoff', 'Laura', '', 'Assistenzärztin Innere Medizin'],
  ],
  'Pflege Notaufnahme': [
    ['Bergmann', 'Petra', '', 'Pflegerische Leitung Notaufnahme'],
    ['Çelik', 'Emre', '', 'Fachpfleger Notfallpflege'],
    ['Doberstein', 'Silke', '', 'Fachpflegerin Notfallpflege'],
    ['Friese', 'Jonas', '', 'Pflegefachmann Notaufnahme'],
    ['Gerlach', 'Miriam', '', 'Pflegefachfrau Notaufnahme'],
    ['Hauschild', 'Olaf', '', 'Pflegefachmann Notaufnahme', { availability: 'Ab 22 Uhr nur über Festnetz.' }],
    ['Ivanova', 'Darja', '', 'Pflegefachfrau Notaufnahme'],
  ],
  'Pflege Intensivstation': [
    ['Jäger', 'Monika', '', 'Pflegerische Leitung Intensivstation'],
    ['Kessler', 'Dirk', '', 'Fachpfleger Intensivpflege'],
    ['Lindemann', 'Ina', '', 'Fachpflegerin Intensivpflege'],
    ['Morgenroth', 'Steffen', '', 'Fachpfleger Intensivpflege'],
    ['Neuhaus', 'Carolin', '', 'Fachpflegerin Intensivpflege'],
    ['Olschewski', 'Birgit', '', 'Pflegefachfrau Intensivstation'],
    ['Pohl', 'Sebastian', '', 'Pflegefachmann Intensivstation', { inactive: true }],
  ],
  'Pflege OP': [
    ['Quandt', 'Heike', '', 'Pflegerische Leitung OP'],
    ['Raabe', 'Timo', '', 'Operationstechnischer Assistent'],
    ['Seifert', 'Annika', '', 'Operationstechnische Assistentin'],
    ['Trautwein', 'Klaus', '', 'Fachpfleger Anästhesiepflege'],
    ['Ullmann', 'Verena', '', 'Fachpflegerin Anästhesiepflege'],
    ['Wegener', 'Nils', '', 'Operationstechnischer Assistent'],
  ],
  Stationspflege: [
    ['Arnold', 'Christine', '', 'Stationsleitung A1'],
    ['Behrens', 'Frauke', '', 'Stationsleitung A2'],
    ['Clausen', 'Malte', '', 'Stationsleitung B1', { mobileOf: 'Dietrich' }],
    ['Dietrich', 'Susanne', '', 'Stationsleitung B2'],
    ['Engelhardt', 'Ralf', '', 'Pflegefachmann Station A1', { without: ['mobile'] }],
    ['Fuhrmann', 'Kerstin', '', 'Pflegefachfrau Station A2', { without: ['email'] }],
    ['Göbel', 'Marion', '', 'Pflegefachfrau Station B1'],
    ['Heinze', 'Robert', '', 'Pflegefachmann Station B2', { without: ['email'] }],
    ['Irmscher', 'Doreen', '', 'Pflegefachfrau Station B2', { inactive: true }],
    ['Jordan', 'Leonie', '', 'Pflegefachfrau Station A1'],
  ],
};
