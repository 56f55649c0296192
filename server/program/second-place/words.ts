import type { Language } from '#shared/languages.ts';
import type { ProofFault } from './prove.ts';

export type OrderFault = ProofFault | 'away' | 'confirm' | 'key';

interface Words {
  title: Record<'first' | 'second' | 'copy', string>;
  sendsNothing: string;
  copySendsNothing: string;
  follows: string;
  unknownStart: string;
  apart: string;
  apartSince: string;
  asOf: string;
  age: string;
  noChange: string;
  lives: string;
  key: string;
  noPromotion: string;
  release: string;
  whatHappens: string;
  confirm: string;
  waiting: string;
  hour: string;
  all: string;
  withPassword: string;
  email: string;
  password: string;
  factor: string;
  withCode: string;
  code: string;
  name: string;
  button: string;
  releasedBy: (name: string, at: string) => string;
  promoting: string;
  starting: string;
  command: string;
  failed: string;
  lapses: string;
  fault: Record<OrderFault, string>;
  tooMany: (seconds: number) => string;
  tooLong: string;
}

/** The texts of the page of a standby. */
export const standbyWords: Record<Language, Words> = {
  de: {
    title: { first: 'Erster Standort (folgt)', second: 'Zweiter Standort', copy: 'Notfallkopie' },
    sendsNothing: 'Diese Kopie sendet nichts. Sie folgt dem anderen Standort, bis ihn jemand hier ablöst.',
    copySendsNothing:
      'Diese Notfallkopie sendet nichts. Sie kommt aus einer Sicherung: Was der andere Standort danach geändert oder gesendet hat, kennt sie nicht. Was Sie hier tun, gelangt nicht von selbst dorthin zurück.',
    follows: 'Folgt ohne Unterbrechung seit',
    unknownStart: 'Folgt',
    apart: 'Der andere Standort ist von hier nicht zu erreichen.',
    apartSince: 'Bemerkt',
    asOf: 'Stand der Daten',
    age: 'Alter der Daten',
    noChange: 'noch unbekannt',
    lives: 'Der andere Standort arbeitet noch. Eine Freigabe jetzt führt dazu, dass beide senden.',
    key: 'Der Schlüssel (SECRET_KEY) dieses Servers ist nicht der Schlüssel der Installation. Ohne ihn ist keine Freigabe möglich: Tragen Sie ihn ein und starten Sie Meldekette neu.',
    noPromotion:
      'Meldekette darf die Datenbank hier nicht selbst ablösen. Nach der Freigabe nennt diese Seite den Befehl dafür.',
    release: 'Freigeben',
    whatHappens:
      'Mit der Freigabe sendet dieser Standort. Was am anderen gerade unterwegs war, wird als „womöglich doppelt“ gekennzeichnet.',
    confirm: 'Der andere Standort ist aus oder abgeschnitten. Er sendet nichts mehr.',
    waiting: 'Was noch wartet',
    hour: 'Nur senden, was höchstens eine Stunde alt ist',
    all: 'Alles senden',
    withPassword: 'Mit Passwort und zweitem Faktor',
    email: 'E-Mail-Adresse',
    password: 'Passwort',
    factor: 'Code der Authenticator-App oder Wiederherstellungscode',
    withCode: 'Mit einem Freigabecode aus der Krisenmappe',
    code: 'Freigabecode',
    name: 'Ihr Name',
    button: 'Ab jetzt hier senden',
    releasedBy: (name, at) => `Freigegeben von ${name}, ${at}.`,
    promoting: 'Die Datenbank löst den anderen Standort ab.',
    starting: 'Meldekette startet hier. Diese Seite öffnet die Anmeldung, sobald sie bereit ist.',
    command: 'Führen Sie auf dem Datenbankserver dieses Standorts aus:',
    failed: 'Die Datenbank ließ sich nicht ablösen. Führen Sie auf ihrem Server aus:',
    lapses: 'Die Freigabe gilt eine Stunde. Danach zeigt diese Seite wieder das Formular.',
    fault: {
      away: 'Die Datenbank dieses Standorts antwortet nicht. Bis sie antwortet, ist keine Freigabe möglich.',
      wrong: 'Adresse oder Passwort sind falsch, oder das Konto ist kein Systeminhaber.',
      factor: 'Der Code ist falsch oder schon verwendet.',
      noFactor:
        'Für dieses Konto ist hier keine Authenticator-App lesbar. Verwenden Sie einen Freigabecode aus der Krisenmappe.',
      code: 'Dieser Freigabecode ist unbekannt, verwendet oder widerrufen.',
      name: 'Tragen Sie Ihren Namen ein.',
      confirm: 'Bestätigen Sie, dass der andere Standort nichts mehr sendet.',
      key: 'Der Schlüssel (SECRET_KEY) dieses Servers ist nicht der Schlüssel der Installation.',
    },
    tooMany: (seconds) => `Zu viele Versuche. Warten Sie ${seconds} Sekunden.`,
    tooLong: 'Eine Eingabe ist zu lang.',
  },
  en: {
    title: { first: 'First place (following)', second: 'Second place', copy: 'Emergency copy' },
    sendsNothing: 'This copy sends nothing. It follows the other place until a person takes over here.',
    copySendsNothing:
      'This emergency copy sends nothing. It comes from a backup and doesn’t know what the other place changed or sent later. What you do here doesn’t get back to the other place by itself.',
    follows: 'Follows without interruption since',
    unknownStart: 'Follows',
    apart: 'The other place can’t be reached from here.',
    apartSince: 'Noticed',
    asOf: 'Data as of',
    age: 'Age of the data',
    noChange: 'unknown so far',
    lives: 'The other place still works. If you release this one now, both send.',
    key: 'The key (SECRET_KEY) of this server isn’t the key of the installation. Without it, no release is possible: enter it and restart Meldekette.',
    noPromotion:
      'Meldekette isn’t allowed to promote the database here. After the release, this page shows the command that does it.',
    release: 'Release',
    whatHappens:
      'After the release, this place sends. Messages in transit at the other place are marked “possibly twice”.',
    confirm: 'The other place is off or cut off. It no longer sends anything.',
    waiting: 'Waiting messages',
    hour: 'Send only what is at most one hour old',
    all: 'Send everything',
    withPassword: 'With password and second factor',
    email: 'E-mail address',
    password: 'Password',
    factor: 'Code of the authenticator app, or a recovery code',
    withCode: 'With a release code from the crisis folder',
    code: 'Release code',
    name: 'Your name',
    button: 'Send from here now',
    releasedBy: (name, at) => `Released by ${name}, ${at}.`,
    promoting: 'The database is taking over from the other place.',
    starting: 'Meldekette is starting here. This page opens the sign-in as soon as it is ready.',
    command: 'Run this on the database server of this place:',
    failed: 'The database could not be promoted. Run this on its server:',
    lapses: 'The release is valid for one hour. After that, this page shows the form again.',
    fault: {
      away: 'The database of this place doesn’t respond. Until it does, no release is possible.',
      wrong: 'The e-mail address or the password is wrong, or the account isn’t a system owner.',
      factor: 'The code is wrong or was used.',
      noFactor: 'No authenticator app of this account can be read here. Use a release code from the crisis folder.',
      code: 'This release code is unknown, used or revoked.',
      name: 'Enter your name.',
      confirm: 'Confirm that the other place no longer sends anything.',
      key: 'The key (SECRET_KEY) of this server isn’t the key of the installation.',
    },
    tooMany: (seconds) => `Too many attempts. Wait ${seconds} seconds.`,
    tooLong: 'An input is too long.',
  },
};

/** The command that promotes the database on its server. */
export const promotionCommand = 'sudo -u postgres psql -c "select pg_promote()"';
