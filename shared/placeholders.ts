import { escapeHtml, isHtml } from './rich-text.ts';

/** Texts by placeholder name, such as `event.name`; empty counts as unknown. */
export type PlaceholderValues = Record<string, string | undefined>;

/** Placeholders with a value per recipient, filled by delivery. */
export const personalPlaceholders: ReadonlySet<string> = new Set([
  'person.firstName',
  'person.lastName',
  'person.title',
  'answer.link',
  'answer.options',
  'list.name',
]);

/** Placeholders for incident details, which drafts keep open. */
export const saidPlaceholders: readonly string[] = [
  'event.description',
  'event.place',
  'event.location',
  'event.address',
];

/** All known placeholders; in addition, `input:"Label"` asks the user. */
export const knownPlaceholders: readonly string[] = [
  ...['event.name', 'event.type', 'event.description', 'event.date', 'event.place', 'event.location', 'event.address'],
  ...['report.title', 'author.name', 'author.phone', 'organisation.name', 'now'],
  ...personalPlaceholders,
];

/** Returns the label of `input:"Label"`; undefined for other placeholders. */
export const questionOf = (name: string): string | undefined => /^input:"(.*)"$/s.exec(name)?.[1];

// Starts only at the first brace of a run, so that a text of braces takes linear time.
const placeholder = /(?<!\{)\{{2,}([^{}]*)\}{2,}/g;
const markup = /<[^<>]*>/g;

/** Returns `event.name` or `input:"Label"`, without markup and spaces in the braces. */
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

/** Returns the placeholder names of a text, each once, in order. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => nameOf(match[1]!)))];
}

/**
 * Fills known placeholders; others stay. HTML texts get escaped values. Braces in values become parentheses, so that no
 * value becomes a placeholder.
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

/** Returns unknown, not personal placeholders, which block sending. */
export function openPlaceholders(text: string, values: PlaceholderValues): string[] {
  return placeholdersIn(text).filter((name) => !personalPlaceholders.has(name) && known(values, name) === undefined);
}
