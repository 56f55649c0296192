import type { ByLanguage } from '#shared/label.ts';

/** The texts of the answer page in one language. */
export interface AnswerTexts {
  question: string;
  forWhom: (name: string) => string;
  sent: (moment: string) => string;
  until: (moment: string) => string;
  call: string;
  minutes: string;
  minutesShort: (minutes: number) => string;
  otherMinutes: string;
  note: string;
  noteHint: string;
  save: string;
  earlier: (answer: string, moment: string) => string;
  change: string;
  thanks: string;
  received: (answer: string) => string;
  inMinutes: (minutes: number) => string;
  finished: string;
  arrive: string;
  arrived: (moment: string) => string;
  notNeeded: string;
  /** For an alarm with an all-clear. */
  allClear: (moment: string) => string;
  noNeedToCome: string;
  /** For an event that finished without an all-clear. */
  over: (moment: string) => string;
  overHint: string;
  corrected: (moment: string) => string;
  /** Above the alarm's outdated text. */
  earlierText: string;
  answerAnyway: string;
  mode: Record<'EXERCISE' | 'TEST', string>;
  fault: Record<AnswerFault, string>;
  unknownTitle: string;
  unknown: string;
  busyTitle: string;
  busy: string;
  foreignTitle: string;
  foreign: string;
  failedTitle: string;
  failed: string;
  failureId: string;
  sending: string;
  unsent: string;
  unsentSoon: string;
  unsentNow: string;
  again: string;
}

/** The reason why a form wasn't accepted. */
export type AnswerFault = 'choose' | 'minutes' | 'long' | 'stale';

const german: AnswerTexts = {
  question: 'Ihre Antwort',
  forWhom: (name) => `Für ${name}`,
  sent: (moment) => `Gesendet: ${moment}`,
  until: (moment) => `Antworten zählen bis: ${moment}`,
  call: 'Anrufen',
  minutes: 'Wann sind Sie da? (freiwillig)',
  minutesShort: (minutes) => `${minutes} min`,
  otherMinutes: 'Oder eine andere Zahl von Minuten',
  note: 'Bemerkung (freiwillig)',
  noteHint: 'Höchstens 1000 Zeichen',
  save: 'Angaben speichern',
  earlier: (answer, moment) => `Ihre letzte Antwort: ${answer} (${moment})`,
  change: 'Antwort ändern',
  thanks: 'Danke, Ihre Antwort ist angekommen.',
  received: (answer) => `Festgehalten: ${answer}`,
  inMinutes: (minutes) => (minutes === 1 ? 'in 1 Minute' : `in ${minutes} Minuten`),
  finished:
    'Das Ereignis ist beendet oder die Zeit zum Antworten ist vorbei. Ihre Antwort wird noch festgehalten und als verspätet gekennzeichnet.',
  arrive: 'Ich bin da',
  arrived: (moment) => `Sie sind als eingetroffen gemeldet (${moment}).`,
  allClear: (moment) => `ENTWARNUNG ${moment}`,
  noNeedToCome: 'Sie müssen nicht kommen.',
  over: (moment) => `BEENDET ${moment}`,
  overHint: 'Der Einsatz ist beendet. Bitte kommen Sie nicht mehr.',
  corrected: (moment) => `Berichtigt ${moment}`,
  earlierText: 'Frühere Meldung anzeigen',
  answerAnyway: 'Trotzdem antworten',
  notNeeded:
    'Es haben sich genug Personen gemeldet: Sie werden nicht mehr gebraucht und müssen nicht kommen. Vielen Dank.',
  mode: { EXERCISE: 'ÜBUNG – kein Ernstfall', TEST: 'TEST – kein Ernstfall' },
  fault: {
    choose: 'Bitte tippen Sie auf eine der Antworten.',
    minutes: 'Bitte geben Sie die Minuten als Zahl zwischen 0 und 1440 an.',
    long: 'Die Bemerkung ist zu lang. Bitte kürzen Sie sie auf 1000 Zeichen.',
    stale:
      'Diese Seite war zu lange offen, und Ihre Antwort ist noch nicht festgehalten. Bitte tippen Sie noch einmal.',
  },
  unknownTitle: 'Dieser Link gilt nicht',
  unknown:
    'Vielleicht wurde er nicht vollständig übernommen. Bitte öffnen Sie ihn noch einmal aus der Nachricht, die Sie bekommen haben, oder melden Sie sich telefonisch bei Ihrer Einsatzleitung.',
  busyTitle: 'Bitte einen Moment warten',
  busy: 'Von hier kamen gerade sehr viele Anfragen. Bitte versuchen Sie es in einer Minute noch einmal.',
  foreignTitle: 'Die Antwort wurde nicht übernommen',
  foreign:
    'Die Anfrage kam nicht von dieser Seite. Bitte öffnen Sie den Link aus der Nachricht und antworten Sie dort.',
  failedTitle: 'Ihre Antwort ist noch nicht angekommen',
  failed:
    'Es ist ein Fehler aufgetreten. Bitte versuchen Sie es gleich noch einmal, oder melden Sie sich telefonisch bei Ihrer Einsatzleitung.',
  failureId: 'Kennung des Fehlers:',
  sending: 'Wird gesendet …',
  unsent: 'Gerade ist sehr viel los, oder es gibt eine Störung. Was Sie eingetragen haben, ist nicht verloren.',
  unsentSoon: 'Sie wird in wenigen Sekunden von selbst noch einmal gesendet. Bitte lassen Sie diese Seite offen.',
  unsentNow:
    'Bitte warten Sie einige Sekunden und wählen Sie dann „Noch einmal senden“. Wenn es eilt, melden Sie sich telefonisch bei Ihrer Einsatzleitung.',
  again: 'Noch einmal senden',
};

const english: AnswerTexts = {
  question: 'Your answer',
  forWhom: (name) => `For ${name}`,
  sent: (moment) => `Sent: ${moment}`,
  until: (moment) => `Answers count until: ${moment}`,
  call: 'Call',
  minutes: 'When will you be there? (optional)',
  minutesShort: (minutes) => `${minutes} min`,
  otherMinutes: 'Or another number of minutes',
  note: 'Remark (optional)',
  noteHint: 'At most 1000 characters',
  save: 'Save details',
  earlier: (answer, moment) => `Your last answer: ${answer} (${moment})`,
  change: 'Change answer',
  thanks: 'Thank you, your answer has arrived.',
  received: (answer) => `Recorded: ${answer}`,
  inMinutes: (minutes) => (minutes === 1 ? 'in 1 minute' : `in ${minutes} minutes`),
  finished:
    'The event has ended, or the time for answers is over. Your answer will still be recorded and marked as late.',
  arrive: 'I have arrived',
  arrived: (moment) => `You are recorded as arrived (${moment}).`,
  allClear: (moment) => `ALL-CLEAR ${moment}`,
  noNeedToCome: 'You do not have to come.',
  over: (moment) => `ENDED ${moment}`,
  overHint: 'The operation has ended. You no longer need to come.',
  corrected: (moment) => `Corrected ${moment}`,
  earlierText: 'Show the earlier message',
  answerAnyway: 'Answer anyway',
  notNeeded: 'Enough people have answered: you are no longer needed and do not have to come. Thank you.',
  mode: { EXERCISE: 'EXERCISE – not a real emergency', TEST: 'TEST – not a real emergency' },
  fault: {
    choose: 'Please tap one of the answers.',
    minutes: 'Please enter the minutes as a number between 0 and 1440.',
    long: 'The remark is too long. Please shorten it to 1000 characters.',
    stale: 'This page was open for too long, and your answer is not recorded yet. Please tap again.',
  },
  unknownTitle: 'This link is not valid',
  unknown:
    'Perhaps it was not copied completely. Please open it again from the message you received, or call your incident command.',
  busyTitle: 'Please wait a moment',
  busy: 'Too many requests came from here just now. Please try again in a minute.',
  foreignTitle: 'The answer was not recorded',
  foreign: 'The request did not come from this page. Please open the link from the message and answer there.',
  failedTitle: 'Your answer has not arrived yet',
  failed: 'Something went wrong. Please try again in a moment, or call your incident command.',
  failureId: 'ID of the error:',
  sending: 'Sending…',
  unsent: 'The system is very busy, or something isn’t working. What you entered is not lost.',
  unsentSoon: 'It will be sent again automatically in a few seconds. Please leave this page open.',
  unsentNow: 'Please wait a few seconds and then choose “Send again”. If it is urgent, call your incident command.',
  again: 'Send again',
};

/** The texts by language. */
export const answerTexts: ByLanguage<AnswerTexts> = { de: german, en: english };
