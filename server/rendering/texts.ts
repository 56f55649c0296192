import type { ByLanguage } from '#shared/label.ts';
/** The fixed texts around a message. */
export interface MessageTexts {
  /** Before the subject and the text of what is no real event. */
  mode: { EXERCISE: string; TEST: string };
  banner: { EXERCISE: string; TEST: string };
  answer: string;
  answerHere: string;
  sentBy: (organisation: string) => string;
}

const german: MessageTexts = {
  mode: { EXERCISE: 'ÜBUNG', TEST: 'TEST' },
  banner: { EXERCISE: 'ÜBUNG – kein echtes Ereignis', TEST: 'TEST – kein echtes Ereignis' },
  answer: 'Jetzt antworten',
  answerHere: 'Bitte antworten Sie hier:',
  sentBy: (organisation) => `Diese Nachricht kommt von: ${organisation}`,
};

const english: MessageTexts = {
  mode: { EXERCISE: 'EXERCISE', TEST: 'TEST' },
  banner: { EXERCISE: 'EXERCISE – not a real event', TEST: 'TEST – not a real event' },
  answer: 'Answer now',
  answerHere: 'Please answer here:',
  sentBy: (organisation) => `This message comes from: ${organisation}`,
};

/** The texts by language. */
export const texts: ByLanguage<MessageTexts> = { de: german, en: english };
