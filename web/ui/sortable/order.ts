/** Returns the wanted order of present entries, new ones last. */
export function mergeOrder(wanted: readonly string[], present: readonly string[]): string[] {
  const known = new Set(present);
  const placed = new Set(wanted);
  return [...wanted.filter((id) => known.has(id)), ...present.filter((id) => !placed.has(id))];
}

/** Returns the order with one entry moved to a place, from 0. */
export function moveTo(order: readonly string[], id: string, place: number): string[] {
  const others = order.filter((other) => other !== id);
  const at = Math.min(Math.max(place, 0), others.length);
  return [...others.slice(0, at), id, ...others.slice(at)];
}
