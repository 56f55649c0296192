import { headerKey } from './header-key.ts';
import type { ColumnTarget } from './targets.ts';
import { headerWords } from './words.ts';

/** Returns a header's target by identifier, name, or synonym; null if not unique. */
export function targetFinder(targets: readonly ColumnTarget[]): (header: string) => ColumnTarget | null {
  const tiers = [
    byKey(targets, ({ identifier }) => [identifier]),
    byKey(targets, ({ name, nameEn }) => [name, nameEn]),
    byKey(targets, ({ identifier }) => headerWords[identifier] ?? []),
  ];
  return (header) => {
    const key = headerKey(header);
    const tierOf = (wanted: string) => tiers.find((tier) => tier.has(wanted))?.get(wanted);
    const found = key ? (tierOf(key) ?? tierOf(writtenOut(key))) : undefined;
    return found?.size === 1 ? [...found][0]! : null;
  };
}

/** Expands abbreviations: "Tel. dienstl.", "Mobil priv." */
const writtenOut = (key: string): string =>
  key
    .replace(/^tel(?!e)/, 'telefon')
    .replace(/dienstl(?!i)/, 'dienstlich')
    .replace(/priv(?!a)/, 'privat')
    .replace(/geschaftl?(?!l?ich)/, 'geschaftlich');

function byKey(
  targets: readonly ColumnTarget[],
  wordsOf: (target: ColumnTarget) => readonly string[],
): Map<string, Set<ColumnTarget>> {
  const found = new Map<string, Set<ColumnTarget>>();
  for (const target of targets) {
    for (const word of wordsOf(target)) {
      const key = headerKey(word);
      found.set(key, (found.get(key) ?? new Set()).add(target));
    }
  }
  return found;
}
