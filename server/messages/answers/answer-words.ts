import { type Language, languageOf } from '#shared/languages.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Text } from '#shared/said-lines.ts';
import type { Said } from './alarm-state.ts';
import type { Question } from './answer-question.ts';

/** What is said without what is personal in it: the page greets by name itself. */
export const readable = <T extends Pick<Said, 'title' | 'content' | 'versions'>>(said: T): T => ({
  ...said,
  ...withoutPersonal(said),
  versions:
    said.versions &&
    Object.fromEntries(Object.entries(said.versions).map(([code, text]) => [code, withoutPersonal(text)])),
});

/** The question with its texts in a language, where they are there in it; else in the language of the installation. */
export function questionIn(question: Question, language: Language): Question {
  const said = <T extends Pick<Said, 'title' | 'content' | 'versions'>>(text: T): T => ({
    ...text,
    ...(text.versions?.[language] ?? text.versions?.[languageOf(question.usualLanguage)]),
  });
  const { allClear, correction } = question.state;
  return {
    ...said(question),
    state: { ...question.state, allClear: allClear && said(allClear), correction: correction && said(correction) },
  };
}

const withoutPersonal = ({ title, content }: Text): Text => ({ title: plainPart(title), content: plainPart(content) });

function plainPart(text: string): string {
  return plainText(fillPlaceholders(text, {}))
    .replace(/ ?\{{2,}[^{}]*\}{2,}/g, '')
    .replace(/ +([,.;:!?])/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
