/** What an answer means. */
export type AnswerMeaning = 'POSITIVE' | 'NEGATIVE' | 'NEUTRAL';

/** The ground of an answer's button by what it means; white writing on it is legible on a light and on a dark page. */
export const answerColours: Readonly<Record<AnswerMeaning, string>> = {
  POSITIVE: '#2a6f1f',
  NEGATIVE: '#b31218',
  NEUTRAL: '#8a5a00',
};
