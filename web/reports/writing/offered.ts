import { fold } from '#shared/fold.ts';
import { placeholdersIn, questionOf } from '#shared/placeholders.ts';
import { plainText } from '#shared/rich-text.ts';
import type { Proposal, Snippet } from './queries.ts';

/** The context of the text: event type and report type. */
export type TextContext = { eventType: string | undefined; reportType: string };

/** Empty for any. */
export type Wanted = { words: string; snippetType: string; eventType: string };

/** Proposed snippets and all others. */
export type Offered = { fitting: readonly Snippet[]; others: readonly Snippet[] };

/**
 * Returns the matching snippets: proposed ones for event and report type first, then for any event, then for other
 * reports.
 */
export function offered(
  snippets: readonly Snippet[],
  proposals: readonly Proposal[],
  about: TextContext,
  wanted: Wanted,
): Offered {
  const proposed = Map.groupBy(proposals, ({ snippet }) => snippet.id);
  const words = fold(wanted.words).split(/\s+/).filter(Boolean);
  const found = snippets.filter((snippet) => {
    const isFor = ({ eventType }: Proposal) => !eventType || eventType.id === wanted.eventType;
    const text = fold(`${snippet.name}\n${snippet.snippetType?.name ?? ''}\n${plainText(snippet.content)}`);
    return (
      (!wanted.snippetType || snippet.snippetType?.id === wanted.snippetType) &&
      (!wanted.eventType || (proposed.get(snippet.id) ?? []).some(isFor)) &&
      words.every((word) => text.includes(word))
    );
  });
  const rankOf = ({ id }: Snippet) => Math.min(...(proposed.get(id) ?? []).map((one) => rank(one, about)), none);
  return {
    fitting: found.filter((snippet) => rankOf(snippet) < none).sort((a, b) => rankOf(a) - rankOf(b)),
    others: found.filter((snippet) => rankOf(snippet) === none),
  };
}

const none = 3;

function rank({ eventType, reportType }: Proposal, about: TextContext): number {
  const isOfEvent = eventType?.id === about.eventType && about.eventType !== undefined;
  if (reportType.id === about.reportType && isOfEvent) return 0;
  if (reportType.id === about.reportType && !eventType) return 1;
  return isOfEvent ? 2 : none;
}

export const questionsIn = (text: string): { name: string; question: string }[] =>
  placeholdersIn(text).flatMap((name) => {
    const question = questionOf(name);
    return question === undefined ? [] : [{ name, question }];
  });
