import { matchIn } from './pattern.ts';

/** The place of a value, which decides its notation. */
export type TemplatePlace = 'url' | 'form' | 'json' | 'xml' | 'plain';

const xml: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' };

const written: Record<TemplatePlace, (value: string) => string> = {
  url: encodeURIComponent,
  form: encodeURIComponent,
  json: (value) => JSON.stringify(value).slice(1, -1),
  xml: (value) => value.replace(/[<>&"']/g, (character) => xml[character]!),
  plain: (value) => value,
};

/** Replaces {names} so that no value can break out of its place; other braces stay. */
export const fillTemplate = (
  template: string,
  values: Readonly<Record<string, string>>,
  place: TemplatePlace,
): string =>
  template.replace(/\{([a-z]+)\}/gi, (whole, name: string) =>
    Object.hasOwn(values, name) ? written[place](values[name]!.toWellFormed()) : whole,
  );

/** Returns the numbers and texts at a path such as `messages.0.id`; `*` matches list entries. */
export function valuesAt(data: unknown, path: string): string[] {
  return nodesAt(data, path).flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : [],
  );
}

/**
 * Returns the values at several paths per entry of their shared list (`results.*.id`, `results.*.state`); without one,
 * as one entry.
 */
export function entriesAt(data: unknown, paths: readonly string[]): (string | undefined)[][] {
  const [first = ''] = paths;
  const list = first.slice(0, first.lastIndexOf('*') + 1);
  const isShared = list !== '' && paths.every((path) => path === list || path.startsWith(`${list}.`));
  const entries = isShared ? nodesAt(data, list) : [data];
  return entries.map((entry) => paths.map((path) => valuesAt(entry, isShared ? path.slice(list.length + 1) : path)[0]));
}

function nodesAt(data: unknown, path: string): unknown[] {
  let found: unknown[] = [data];
  if (!path) return found;
  for (const step of path.split('.')) {
    found = found.flatMap((value): unknown[] => {
      if (typeof value !== 'object' || value === null) return [];
      if (step === '*') return Object.values(value);
      return Object.hasOwn(value, step) ? [(value as Record<string, unknown>)[step]] : [];
    });
  }
  return found;
}

/** Parses JSON; undefined if invalid. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Extracts the id of a response: `body`, `json:path`, or `regex:pattern` with a group. */
export function idIn(answer: string, where: string): string | undefined {
  const [kind, rest] = [where.slice(0, where.indexOf(':')), where.slice(where.indexOf(':') + 1)];
  if (where === 'body') return answer.trim() || undefined;
  if (kind === 'json') return valuesAt(jsonIn(answer), rest)[0];
  if (kind === 'regex') return matchIn(answer, rest)?.[1];
  return undefined;
}

/** Matches a response's start. */
export const matchesPattern = (answer: string, pattern: string): boolean => matchIn(answer, pattern, 'i') !== null;
