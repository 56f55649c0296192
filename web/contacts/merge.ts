/** Values of a form; one level of nesting for entries that are told apart by name. */
export type FormValues = { [name: string]: string | boolean | Record<string, string> };

/** What a form shows after a reload, and where both sides had changed the same field: its path and the others' value. */
export type Merged<Values> = { values: Values; both: { path: string; theirs: string | boolean }[] };

/** Takes over what others saved in the fields that were not touched here; what was entered here always stays. */
export function mergeEdits<Values extends FormValues>(before: Values, mine: Values, theirs: Values): Merged<Values> {
  const both: Merged<Values>['both'] = [];
  const merged = mergeLevel(before, mine, theirs, '', both);
  return { values: merged as Values, both };
}

function mergeLevel(
  before: FormValues,
  mine: FormValues,
  theirs: FormValues,
  prefix: string,
  both: Merged<FormValues>['both'],
): FormValues {
  const entries = [...new Set([...Object.keys(theirs), ...Object.keys(mine)])].map((name) => {
    const [was = '', own = '', other = ''] = [before[name], mine[name], theirs[name]];
    if (typeof was === 'object' && typeof own === 'object' && typeof other === 'object') {
      return [name, mergeLevel(was, own, other, `${prefix}${name}.`, both)] as const;
    }
    if (own === was) return [name, other] as const;
    if (other !== was && other !== own && typeof other !== 'object') both.push({ path: prefix + name, theirs: other });
    return [name, own] as const;
  });
  return Object.fromEntries(entries) as FormValues;
}

/** The wanted order of what is still there; what came in meanwhile stands at the end. */
export function mergeOrder(wanted: readonly string[], present: readonly string[]): string[] {
  const known = new Set(present);
  const placed = new Set(wanted);
  return [...wanted.filter((id) => known.has(id)), ...present.filter((id) => !placed.has(id))];
}

/** The order with one entry taken to another place (0 is the first); places outside are the nearest inside. */
export function moveTo(order: readonly string[], id: string, place: number): string[] {
  const others = order.filter((other) => other !== id);
  const at = Math.min(Math.max(place, 0), others.length);
  return [...others.slice(0, at), id, ...others.slice(at)];
}
