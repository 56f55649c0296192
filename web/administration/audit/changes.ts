import { writtenIn } from '#shared/label.ts';

/** One changed value of an audit entry. */
export type Change = {
  /** The field, then the path to a part: a key of the data, or the name of a list entry. */
  path: [string, ...string[]];
  before: unknown;
  after: unknown;
  /** The values are secret. */
  hidden: boolean;
};

type Values = Record<string, unknown>;

/**
 * Returns the changed values of an entry; for structured fields only the parts that differ, at any depth. An added or removed
 * list entry counts as one value.
 */
export function changesIn(before: Values | null, after: Values | null, language: string): Change[] {
  return differing(asParts(before ?? {}), asParts(after ?? {})).flatMap(({ shown, was, is }) =>
    changesOf([shown], was, is, language),
  );
}

function changesOf(path: Change['path'], was: unknown, is: unknown, language: string): Change[] {
  const [old, now] = [partsOf(was, language), partsOf(is, language)];
  const isWhole = path.length > 1 && (was === null || is === null);
  const parts = old && now && !isWhole ? differing(old, now) : [];
  // shows a changed order as a whole, like a value without parts
  if (!parts.length) return [change(path, was, is)];
  return parts.flatMap((part) => changesOf([...path, part.shown], part.was, part.is, language));
}

type Parts = Map<string, { shown: string; value: unknown }>;

function partsOf(value: unknown, language: string): Parts | null {
  if (value === null) return new Map();
  if (isValues(value)) return asParts(value);
  if (!Array.isArray(value) || !value.every(isValues)) return null;
  return new Map(
    value.map((entry, at) => {
      const key = String(entry['key'] ?? entry['value'] ?? at + 1);
      return [key, { shown: nameIn(entry, language) ?? key, value: entry }];
    }),
  );
}

const asParts = (values: Values): Parts =>
  new Map(Object.entries(values).map(([name, value]) => [name, { shown: name, value }]));

/** Returns a list entry's name in the reader's language, or null. */
export function nameIn(entry: Values, language: string): string | null {
  const text = (name: string) => (typeof entry[name] === 'string' ? entry[name] : undefined);
  return writtenIn({ de: text('title') ?? text('label'), en: text('titleEn') ?? text('labelEn') }, language) || null;
}

function differing(before: Parts, after: Parts) {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((key) => ({
      shown: (after.get(key) ?? before.get(key))!.shown,
      was: before.get(key)?.value ?? null,
      is: after.get(key)?.value ?? null,
    }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}

// for a secret, the log only holds whether it was set or replaced
const change = (path: Change['path'], was: unknown, is: unknown): Change => ({
  path,
  before: was,
  after: is,
  hidden: was === true && is === 'replaced',
});

/** Returns whether a value has named parts. */
export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
