import type { ByLanguage } from '#shared/label.ts';

/** What a follow-up is: the right text for a wrong one, the word that it is over, or one more message to all who got it. */
export type FollowUpKind = 'correction' | 'all_clear' | 'to_all';

/** The fixed texts around a message. */
export interface MessageTexts {
  /** Before the subject and the text of what is no real event. */
  mode: { EXERCISE: string; TEST: string };
  banner: { EXERCISE: string; TEST: string };
  /** What follows another report is called, before its title; a further message has a title of its own. */
  follows: { correction: string; all_clear: string };
  /** Which report it follows. */
  about: Record<FollowUpKind, (titles: string) => string>;
  /** The title a further message about an event begins with. */
  news: (event: string) => string;
  /** What its author is asked for. */
  ask: string;
  /** A title as it stands in a sentence. */
  quoted: (title: string) => string;
  answer: string;
  /** Below buttons that only open the answer page. */
  tapThere: string;
  answerHere: string;
  /** Before the link to what holds now of an alarm. */
  currentState: string;
  /** How to answer by a reply that names the question by its code. */
  replyWith: (code: string, options: string) => string;
  /** How to answer by replying to a mail. */
  replyByMail: (options: string) => string;
  sentBy: (organisation: string) => string;
}

const german: MessageTexts = {
  mode: { EXERCISE: 'ÜBUNG', TEST: 'TEST' },
  banner: { EXERCISE: 'ÜBUNG – kein echtes Ereignis', TEST: 'TEST – kein echtes Ereignis' },
  follows: { correction: 'Korrektur', all_clear: 'Entwarnung' },
  about: {
    correction: (titles) => `Diese Nachricht berichtigt: ${titles}`,
    all_clear: (titles) => `Diese Nachricht gibt Entwarnung zu: ${titles}`,
    to_all: (titles) => `Diese Nachricht geht an alle, die bekommen haben: ${titles}`,
  },
  news: (event) => `Neues zu: ${event}`,
  ask: 'Was sollen alle wissen?',
  quoted: (title) => `„${title}“`,
  answer: 'Jetzt antworten',
  tapThere: 'Es öffnet sich Ihre Antwortseite; erst ein Tipp dort hält die Antwort fest:',
  answerHere: 'Bitte antworten Sie hier:',
  currentState: 'Aktueller Stand des Alarms',
  replyWith: (code, options) => (options ? `Antwort (mit #${code}): ${options}` : `Antwort mit #${code}`),
  replyByMail: (options) => `Oder antworten Sie auf diese E-Mail, mit einer Wahl in der ersten Zeile: ${options}`,
  sentBy: (organisation) => `Diese Nachricht kommt von: ${organisation}`,
};

const english: MessageTexts = {
  mode: { EXERCISE: 'EXERCISE', TEST: 'TEST' },
  banner: { EXERCISE: 'EXERCISE – not a real event', TEST: 'TEST – not a real event' },
  follows: { correction: 'Correction', all_clear: 'All-clear' },
  about: {
    correction: (titles) => `This message corrects: ${titles}`,
    all_clear: (titles) => `This message gives the all-clear for: ${titles}`,
    to_all: (titles) => `This message goes to everyone who got: ${titles}`,
  },
  news: (event) => `News about: ${event}`,
  ask: 'What shall everybody know?',
  quoted: (title) => `“${title}”`,
  answer: 'Answer now',
  tapThere: 'Your answer page opens; only a tap there records the answer:',
  answerHere: 'Please answer here:',
  currentState: 'Current state of the alarm',
  replyWith: (code, options) => (options ? `Reply (with #${code}): ${options}` : `Reply with #${code}`),
  replyByMail: (options) => `Or reply to this e-mail, with a choice in the first line: ${options}`,
  sentBy: (organisation) => `This message comes from: ${organisation}`,
};

/** The texts by language. */
export const texts: ByLanguage<MessageTexts> = { de: german, en: english };
