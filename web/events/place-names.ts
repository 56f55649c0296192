type Place = { name: string; address: string | null };

/** Returns distinct names of places: ambiguous ones with their distinguishing details. */
export function placeNames(places: readonly Place[]): string[] {
  const taken = new Set<string>();
  const isShared = shared(places.map(({ name }) => name));
  return places.map(({ name, address }) => {
    const wanted = isShared(name) && address ? `${name}, ${address}` : name;
    let [free, count] = [wanted, 1];
    while (taken.has(fold(free))) free = `${wanted} (${++count})`;
    taken.add(fold(free));
    return free;
  });
}

function shared(names: readonly string[]): (name: string) => boolean {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(fold(name), (counts.get(fold(name)) ?? 0) + 1);
  return (name) => counts.get(fold(name))! > 1;
}

const fold = (text: string) => text.trim().toLowerCase();
