import { writtenIn } from '#shared/label.ts';

/** One value that an entry of the audit log changed. */
export type Change = {
  /** The field, and the way to a part of it: what each part is called in the data, an entry of a list what it is named. */
  path: [string, ...string[]];
  before: unknown;
  after: unknown;
  /** Only that it changed is known. */
  hidden: boolean;
};

type Values = Record<string, unknown>;

/**
 * What an entry changed, value by value; of a field that holds several only the parts that differ, however deep. An entry of
 * a list that came or went stands as a whole.
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
  // what is only in another order is shown as a whole, like a value without parts
  if (!parts.length) return [change(path, was, is)];
  return parts.flatMap((part) => changesOf([...path, part.shown], part.was, part.is, language));
}

type Parts = Map<string, { shown: string; value: unknown }>;

/** What a value consists of, nothing of nothing; null when it is one by itself. */
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

/** What an entry of a list is called in the reader's language; null when it has no name. */
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

// of a secret the log only says whether it was set, and that another one was
const change = (path: Change['path'], was: unknown, is: unknown): Change => ({
  path,
  before: was,
  after: is,
  hidden: was === true && is === 'replaced',
});

/** Whether a value is one with named parts. */
export const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
