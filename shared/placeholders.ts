import { escapeHtml, isHtml } from './rich-text.ts';

/** Texts by placeholder name, e.g. `event.name`; an absent or empty one counts as not known. */
export type PlaceholderValues = Record<string, string | undefined>;

/** Placeholders whose value differs per recipient; they are filled when the message is delivered. */
export const personalPlaceholders: ReadonlySet<string> = new Set([
  'person.firstName',
  'person.lastName',
  'person.title',
  'answer.link',
  'answer.options',
  'list.name',
]);

/** Placeholders for where and what exactly: a draft keeps them open, so that its text follows what its author says. */
export const saidPlaceholders: readonly string[] = [
  'event.description',
  'event.place',
  'event.location',
  'event.address',
];

/** Every placeholder that the program knows how to fill; besides, `input:"Label"` asks whoever uses the text. */
export const knownPlaceholders: readonly string[] = [
  ...['event.name', 'event.type', 'event.description', 'event.date', 'event.place', 'event.location', 'event.address'],
  ...['report.title', 'author.name', 'author.phone', 'organisation.name', 'now'],
  ...personalPlaceholders,
];

/** The label of a question, e.g. `Meeting place` of `input:"Meeting place"`; undefined of any other placeholder. */
export const questionOf = (name: string): string | undefined => /^input:"(.*)"$/s.exec(name)?.[1];

// begins only at the first brace of a run: else a text of nothing but braces is read from each of them
const placeholder = /(?<!\{)\{{2,}([^{}]*)\}{2,}/g;
const markup = /<[^<>]*>/g;

/** `event.name` or `input:"Label"`, however blanks, quotes and an editor's markup stand within the braces. */
function nameOf(inside: string): string {
  const text = inside
    .replace(markup, '')
    .replace(/&nbsp;/g, ' ')
    .replace(/&quot;/g, '"')
    .trim();
  const input = /^input\s*:\s*["'„“”](.*)["'“”]$/s.exec(text);
  return input ? `input:"${input[1]!.trim()}"` : text;
}

const known = (values: PlaceholderValues, name: string) =>
  (Object.hasOwn(values, name) ? values[name] : undefined) || undefined;

/** Names of the placeholders in a text, each once, in reading order; a question is named `input:"Label"`. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => nameOf(match[1]!)))];
}

/**
 * The text with every known placeholder filled, in one pass; unknown and empty ones stay as they stand. In an HTML text
 * values are escaped. Braces in values become parentheses, so that no value can turn into a placeholder later on.
 */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  const literal = isHtml(text) ? escapeHtml : (value: string) => value;
  return text.replace(placeholder, (whole, inside: string) => {
    const value = known(values, nameOf(inside));
    if (value === undefined) return whole;
    const safe = literal(value.replaceAll('{', '(').replaceAll('}', ')'));
    return safe + (inside.match(markup) ?? []).join('');
  });
}

/** Placeholders of a text that nothing will fill: neither known here nor personal. They block sending. */
export function openPlaceholders(text: string, values: PlaceholderValues): string[] {
  return placeholdersIn(text).filter((name) => !personalPlaceholders.has(name) && known(values, name) === undefined);
}
