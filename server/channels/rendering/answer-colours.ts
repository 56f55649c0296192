/** The meaning of an answer. */
export type AnswerMeaning = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL';

/** By meaning; white text on it is legible everywhere. */
export const answerColours: Readonly<Record<AnswerMeaning, string>> = {
  POSITIVE: '#2a6f1f',
  NEGATIVE: '#b31218',
  NEUTRAL: '#8a5a00',
};
