import type { ByLanguage } from '#shared/label.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** The texts of the own-data page in one language. */
export interface OwnDataTexts {
  title: string;
  greeting: string;
  intro: (organisation: string) => string;
  privacy: string;
  names: { title: string; firstName: string; lastName: string; channelOrder: string };
  order: {
    title: string;
    text: string;
    usual: string;
    usually: (names: string) => string;
    place: (place: number) => string;
  };
  inform: { title: string; text: string };
  required: string;
  choose: string;
  save: string;
  saved: string;
  unchanged: string;
  taken: string;
  memberships: string;
  withdraw: { title: string; text: string; crisis: string; button: string; done: string; undo: string };
  erase: { title: string; text: string; button: string; done: (moment: string) => string; undo: string };
  faults: string;
  stale: string;
  fault: (key: RefusalKey) => string;
  changes: Record<OwnAction, string>;
  unknownTitle: string;
  unknown: string;
  busyTitle: string;
  busy: string;
  foreignTitle: string;
  foreign: string;
  failedTitle: string;
  failed: string;
  failureId: string;
}

/** The actions besides correcting data. */
export type OwnAction = 'withdraw' | 'rejoin' | 'erase' | 'keep';

type Faults = Partial<Record<RefusalKey, string>>;
const faultOf = (faults: Faults, otherwise: string) => (key: RefusalKey) => faults[key] ?? otherwise;

const german: OwnDataTexts = {
  title: 'Ihre Kontaktdaten',
  greeting: 'Guten Tag!',
  intro: (organisation) =>
    `${organisation} hat diese Daten gespeichert, um Sie im Krisenfall zu erreichen. Sie können sie hier berichtigen und der Verwendung widersprechen.`,
  privacy: 'Hinweise zum Datenschutz',
  names: { title: 'Titel', firstName: 'Vorname', lastName: 'Nachname', channelOrder: 'Reihenfolge der Kanäle' },
  order: {
    title: 'Wie möchten Sie alarmiert werden?',
    text: 'Bei einem Alarm kommt zuerst der erste Kanal. Wenn Sie weder antworten noch lesen, folgen die anderen.',
    usual: 'wie üblich',
    usually: (names) => `Üblich ist diese Reihenfolge: ${names}.`,
    place: (place) => `${place}. Kanal`,
  },
  inform: {
    title: 'Auf welchen Wegen möchten Sie Informationen erhalten?',
    text: 'Das gilt für Informationen. Alarme erreichen Sie auf jedem Weg, auch auf abgewählten.',
  },
  required: '(erforderlich)',
  choose: 'keine Angabe',
  save: 'Änderungen speichern',
  saved: 'Ihre Änderungen sind gespeichert.',
  unchanged: 'Es hat sich nichts geändert.',
  taken: 'Das ist festgehalten. Die Kontaktpflege wurde benachrichtigt.',
  memberships: 'Sie stehen in diesen Gruppen und Verteilern:',
  withdraw: {
    title: 'Keine Nachrichten mehr erhalten',
    text: 'Sie erhalten dann keine Nachrichten mehr über dieses System.',
    crisis: 'Sie gehören zum Krisenstab: Alarme erreichen Sie weiterhin.',
    button: 'Ich möchte keine Nachrichten mehr',
    done: 'Sie haben Nachrichten widersprochen.',
    undo: 'Ich möchte wieder Nachrichten erhalten',
  },
  erase: {
    title: 'Meine Daten löschen lassen',
    text: 'Die Kontaktpflege erhält Ihre Bitte und löscht Ihre Daten, soweit nichts dagegen spricht. Nachrichten erhalten Sie ab sofort nicht mehr.',
    button: 'Ich bitte um Löschung meiner Daten',
    done: (moment) => `Sie haben am ${moment} um Löschung Ihrer Daten gebeten.`,
    undo: 'Ich ziehe die Bitte um Löschung zurück',
  },
  faults: 'Bitte prüfen Sie die gekennzeichneten Felder. Es wurde noch nichts gespeichert.',
  stale:
    'Ihre Daten wurden inzwischen geändert, oder diese Seite war zu lange offen. Bitte prüfen Sie die Felder und speichern Sie noch einmal.',
  fault: faultOf(
    {
      error_required: 'Bitte füllen Sie dieses Feld aus.',
      error_too_long: 'Dieser Text ist zu lang.',
      error_email_comma: 'In der E-Mail-Adresse steht ein Komma, wo ein Punkt hingehört. Bitte prüfen Sie sie.',
      error_invalid_email: 'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
      error_invalid_phone:
        'Bitte prüfen Sie die Telefonnummer, zum Beispiel 0151 23456789. Eine ungewöhnliche Nummer geben Sie mit Landesvorwahl ein (+49 …).',
      error_phone_country_code:
        'Das + vor der Landesvorwahl fehlte; die Nummer ist mit Landesvorwahl gelesen. Bitte prüfen Sie, ob das stimmt.',
      error_phone_two_readings:
        'Diese Nummer lässt sich auf zwei Arten lesen. Sie gilt als Nummer im Inland; ist eine mit Landesvorwahl gemeint, schreiben Sie bitte ein + davor.',
      error_phone_not_mobile: 'Das ist keine Mobilnummer. Eine SMS kommt dort meist nicht an.',
      error_phone_not_assigned:
        'Diese Nummer gibt es im Nummernplan nicht. Bitte prüfen Sie, ob eine Ziffer fehlt oder zu viel ist.',
      error_invalid_chat: 'Bitte geben Sie die Chat-ID als Zahl ein, zum Beispiel 123456789.',
      error_invalid_number: 'Bitte geben Sie eine ganze Zahl ein.',
      error_invalid_date: 'Bitte geben Sie ein gültiges Datum ein, zum Beispiel 31.12.1980.',
      error_invalid_url: 'Bitte geben Sie eine gültige Internetadresse ein.',
      error_invalid_language: 'Bitte geben Sie die Sprache als Kürzel an, zum Beispiel de oder en.',
    },
    'Bitte prüfen Sie diese Eingabe.',
  ),
  changes: {
    withdraw: 'Widerspruch: keine Nachrichten mehr',
    rejoin: 'Widerspruch zurückgenommen',
    erase: 'Bitte um Löschung der Daten',
    keep: 'Bitte um Löschung zurückgenommen',
  },
  unknownTitle: 'Dieser Link gilt nicht',
  unknown:
    'Vielleicht wurde er nicht vollständig übernommen, ist abgelaufen oder durch einen neueren ersetzt. Bitte wenden Sie sich an Ihre Kontaktpflege.',
  busyTitle: 'Bitte einen Moment warten',
  busy: 'Von hier kamen gerade sehr viele Anfragen. Bitte versuchen Sie es später noch einmal.',
  foreignTitle: 'Es wurde nichts geändert',
  foreign: 'Die Anfrage kam nicht von dieser Seite. Bitte öffnen Sie den Link aus der E-Mail noch einmal.',
  failedTitle: 'Es wurde noch nichts gespeichert',
  failed: 'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es gleich noch einmal.',
  failureId: 'Kennung des Fehlers:',
};

const english: OwnDataTexts = {
  title: 'Your contact data',
  greeting: 'Hello!',
  intro: (organisation) =>
    `${organisation} has stored this data to reach you in a crisis. Here you can correct it and object to its use.`,
  privacy: 'Privacy notice',
  names: { title: 'Title', firstName: 'First name', lastName: 'Last name', channelOrder: 'Order of the channels' },
  order: {
    title: 'How do you want to be alerted?',
    text: 'An alarm arrives on the first channel first. If you neither answer nor read it, the others follow.',
    usual: 'as usual',
    usually: (names) => `The usual order is: ${names}.`,
    place: (place) => `Channel ${place}`,
  },
  inform: {
    title: 'How do you want to get information?',
    text: 'This applies to information. Alarms reach you on every channel, even if it is not ticked.',
  },
  required: '(required)',
  choose: 'not given',
  save: 'Save changes',
  saved: 'Your changes are saved.',
  unchanged: 'Nothing has changed.',
  taken: 'This is recorded. The contact managers were notified.',
  memberships: 'You are in these groups and mailing lists:',
  withdraw: {
    title: 'Stop receiving messages',
    text: 'You will then no longer receive messages from this system.',
    crisis: 'You belong to the crisis team: alarms will still reach you.',
    button: 'Stop messages',
    done: 'You have objected to messages.',
    undo: 'Receive messages again',
  },
  erase: {
    title: 'Have my data erased',
    text: 'The contact managers receive your request and erase your data, unless there are reasons against it. From now on, you no longer receive messages.',
    button: 'Request erasure of my data',
    done: (moment) => `You asked for your data to be erased on ${moment}.`,
    undo: 'Withdraw the request to erase my data',
  },
  faults: 'Please check the marked fields. Nothing has been saved yet.',
  stale:
    'Your data was changed in the meantime, or this page was open for too long. Please check the fields and save again.',
  fault: faultOf(
    {
      error_required: 'Please fill in this field.',
      error_too_long: 'This text is too long.',
      error_email_comma: 'The e-mail address contains a comma instead of a dot. Please check it.',
      error_invalid_email: 'Please enter a valid e-mail address.',
      error_invalid_phone:
        'Please check the telephone number, for example 0151 23456789. Write an unusual number with its country code (+49 …).',
      error_phone_country_code:
        'The + before the country code was missing. The number was read as one with a country code. Please check it.',
      error_phone_two_readings:
        'This number is ambiguous. It is read as a domestic number. If you mean a number with a country code, add a + in front.',
      error_phone_not_mobile: 'This is not a mobile number. SMS usually don’t arrive there.',
      error_phone_not_assigned:
        'This number does not exist in the numbering plan. Please check for a missing or extra digit.',
      error_invalid_chat: 'Please enter the chat ID as a number, for example 123456789.',
      error_invalid_number: 'Please enter a whole number.',
      error_invalid_date: 'Please enter a valid date, for example 31/12/1980.',
      error_invalid_url: 'Please enter a valid web address.',
      error_invalid_language: 'Please enter the language as a code, for example de or en.',
    },
    'Please check this entry.',
  ),
  changes: {
    withdraw: 'Objection to messages',
    rejoin: 'Objection withdrawn',
    erase: 'Request to erase the data',
    keep: 'Request to erase withdrawn',
  },
  unknownTitle: 'This link is not valid',
  unknown: 'It may be incomplete, expired, or replaced by a newer one. Please contact the contact managers.',
  busyTitle: 'Please wait a moment',
  busy: 'There were too many requests from here. Please try again later.',
  foreignTitle: 'Nothing was changed',
  foreign: 'The request did not come from this page. Please open the link from the e-mail again.',
  failedTitle: 'Nothing has been saved yet',
  failed: 'Something went wrong. Please try again in a moment.',
  failureId: 'ID of the error:',
};

/** The texts by language. */
export const ownDataTexts: ByLanguage<OwnDataTexts> = { de: german, en: english };
