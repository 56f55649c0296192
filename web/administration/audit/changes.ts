/** One value that an entry of the audit log changed. */
export type Change = {
  /** The field, and the part of it when it holds several values. */
  path: [string, ...string[]];
  before: unknown;
  after: unknown;
  /** Only that it changed is known. */
  hidden: boolean;
};

type Values = Record<string, unknown>;

/** What an entry changed, value by value; of a field that holds several only the parts that differ. */
export function changesIn(before: Values | null, after: Values | null): Change[] {
  return differing(before, after).flatMap(({ name, was, is }): Change[] => {
    if ([was, is].every((value) => value === null || isValues(value)))
      return differing(was as Values | null, is as Values | null).map((part) => change([name, part.name], part));
    return [change([name], { was, is })];
  });
}

function differing(before: Values | null, after: Values | null) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return names
    .map((name) => ({ name, was: before?.[name] ?? null, is: after?.[name] ?? null }))
    .filter(({ was, is }) => JSON.stringify(was) !== JSON.stringify(is));
}

// of a secret the log only says whether it was set, and that another one was
const change = (path: Change['path'], { was, is }: { was: unknown; is: unknown }): Change => ({
  path,
  before: was,
  after: is,
  hidden: was === true && is === 'replaced',
});

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
