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
