/** Values of a form; one nested level for entries with a name. */
export type MergeValues = { [name: string]: string | boolean | Record<string, string> };

/** The form's values after a reload, and the conflicts: paths of fields that both sides changed, with the other user's value. */
export type Merged<Values> = { values: Values; both: { path: string; theirs: string | boolean }[] };

/** Merges another user's save into the untouched fields of a form; input always stays. */
export function mergeEdits<Values extends MergeValues>(before: Values, mine: Values, theirs: Values): Merged<Values> {
  const both: Merged<Values>['both'] = [];
  const merged = mergeLevel(before, mine, theirs, '', both);
  return { values: merged as Values, both };
}

function mergeLevel(
  before: MergeValues,
  mine: MergeValues,
  theirs: MergeValues,
  prefix: string,
  both: Merged<MergeValues>['both'],
): MergeValues {
  const entries = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((name) => {
    const [was = '', own = '', other = ''] = [before[name], mine[name], theirs[name]];
    if (typeof was === 'object' && typeof own === 'object' && typeof other === 'object') {
      return [name, mergeLevel(was, own, other, `${prefix}${name}.`, both)] as const;
    }
    if (own === was) return [name, other] as const;
    if (other !== was && other !== own && typeof other !== 'object') both.push({ path: prefix + name, theirs: other });
    return [name, own] as const;
  });
  return Object.fromEntries(entries) as MergeValues;
}
