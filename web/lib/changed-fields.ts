const EMPTY = new Set<unknown>([false, 0, 'false', '0', '', undefined]);

function same(before: unknown, after: unknown): boolean {
  if (Array.isArray(before) && Array.isArray(after))
    return before.length === after.length && before.every((item, index) => same(item, after[index]));
  if (EMPTY.has(before) && EMPTY.has(after)) return true;
  return before === after;
}

/**
 * Returns the id and the fields that differ from the stored row. false, 0, "false", "0", "" and undefined are equal.
 */
export function changedFields<Values extends object>(
  before: { id: string } & { [Name in keyof Values]?: unknown },
  after: Values,
): { id: string } & Partial<Values> {
  const old: Record<string, unknown> = { ...before };
  const differing = Object.entries(after).filter(([name, value]) => name !== 'id' && !same(old[name], value));
  return { ...(Object.fromEntries(differing) as Partial<Values>), id: before.id };
}
