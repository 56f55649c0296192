/** Values of a form; one level of nesting for entries that are told apart by name. */
export type MergeValues = { [name: string]: string | boolean | Record<string, string> };

/** What a form shows after a reload, and where both sides had changed the same field: its path and the others' value. */
export type Merged<Values> = { values: Values; both: { path: string; theirs: string | boolean }[] };

/** Takes over what others saved in the fields that were not touched here; what was entered here always stays. */
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
