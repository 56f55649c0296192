import { cut } from '#shared/cut.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';

/** A correction, the all-clear, or a further message. */
export type FollowUpKind = 'correction' | 'all_clear' | 'to_all';

/** The fixed texts around a message. */
export interface MessageTexts {
  /** Prefixes of subject and text for exercises and tests. */
  mode: { EXERCISE: string; TEST: string };
  banner: { EXERCISE: string; TEST: string };
  /** The prefix of a follow-up's title. */
  follows: { correction: string; all_clear: string };
  /** Names the followed report. */
  about: Record<FollowUpKind, (titles: string) => string>;
  /** The start of a further message's title. */
  news: (event: string) => string;
  /** The request to its author. */
  ask: string;
  quoted: (title: string) => string;
  answer: string;
  /** Below buttons that only open the answer page. */
  tapThere: string;
  answerHere: string;
  /** Before the link to an alarm's current state. */
  currentState: string;
  replyWith: (code: string, options: string) => string;
  /** Ask for yes or no, the clearer one first. */
  replyYesNo: readonly [string, string];
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
  replyYesNo: ['Antwort: Ja/Nein', 'Ja/Nein?'],
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
    to_all: (titles) => `This message goes to everyone who received: ${titles}`,
  },
  news: (event) => `News about: ${event}`,
  ask: 'What should everyone know?',
  quoted: (title) => `“${title}”`,
  answer: 'Answer now',
  tapThere: 'Your answer page opens; only a tap there records the answer:',
  answerHere: 'Please answer here:',
  currentState: 'Current state of the alarm',
  replyWith: (code, options) => (options ? `Reply (with #${code}): ${options}` : `Reply with #${code}`),
  replyYesNo: ['Reply: yes/no', 'Yes/no?'],
  replyByMail: (options) => `Or reply to this e-mail, with a choice in the first line: ${options}`,
  sentBy: (organisation) => `This message comes from: ${organisation}`,
};

/** The texts by language. */
export const messageTexts: ByLanguage<MessageTexts> = { de: german, en: english };

/** Returns a title with the word for its kind. */
export function markedTitle(kind: 'correction' | 'all_clear', title: string, language: Language): string {
  const word = textIn(messageTexts, language).follows[kind];
  const says = title.toLowerCase().startsWith(word.toLowerCase());
  return cut(says ? title : `${word}: ${title}`, limits.nameMaximum);
}
