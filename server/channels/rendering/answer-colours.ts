/** The meaning of an answer. */
export type AnswerMeaning = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL';

/** The background of an answer's button by meaning; white text on it is legible on light and dark pages. */
export const answerColours: Readonly<Record<AnswerMeaning, string>> = {
  POSITIVE: '#2a6f1f',
  NEGATIVE: '#b31218',
  NEUTRAL: '#8a5a00',
};
