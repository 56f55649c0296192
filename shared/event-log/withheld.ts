import { type ByLanguage, textIn } from '#shared/label.ts';
import { answerKinds } from './answer-kinds.ts';

/**
 * Kinds of entries about single people, or few enough to identify them. Works-council mode withholds them after the
 * event; the stored log keeps them.
 */
export const withheldKinds: readonly string[] = Object.keys(answerKinds).filter((kind) => kind !== 'reply_filed');

const texts: ByLanguage<(isLimit: boolean) => string> = {
  de: (isLimit) =>
    isLimit
      ? 'Stand eines Stopplimits, nach Ende des Ereignisses nicht mehr sichtbar'
      : 'Antwort oder Eintreffen einer Person, nach Ende des Ereignisses nicht mehr sichtbar',
  en: (isLimit) =>
    isLimit
      ? 'State of a stop limit, no longer shown after the event'
      : 'Answer or arrival of a person, no longer shown after the event',
};

/** Returns the text for a withheld entry. */
export const withheldText = (kind: string, language: string): string =>
  textIn(texts, language)(kind.startsWith('limit_'));

/** Returns the minute of a withheld entry; the second could identify a person. */
export const withheldTime = (moment: Date): Date => new Date(Math.floor(moment.getTime() / 60_000) * 60_000);
