/** A chain entry as found. */
export interface Link {
  /** Display name: "entry 5 (line 6)". */
  name: string;
  /** The number that the entry states. */
  number: number;
  previous: string;
  hash: string;
  /** The hash computed from its content. */
  computed: string;
}

/** Returns a chain's faults: changed, missing, inserted and moved entries. `head`: the expected last hash. */
export function chainFindings(links: readonly Link[], head?: string): string[] {
  const changed = links.filter((link) => link.hash !== link.computed);
  const findings = changed.map(({ name }) => `${name} was changed: its content does not have the hash that it bears`);
  const continues = links.every(({ previous }, at) => previous === (links[at - 1]?.hash ?? ''));
  return continues ? findings : [...findings, ...disorder(links, head)];
}

/** Walks back along hashes; unmet entries were inserted. */
function disorder(links: readonly Link[], head: string | undefined): string[] {
  const places = placesOf(links);
  const way: number[] = [];
  const met = new Set<number>();
  const findings: string[] = [];
  let isComplete = false;
  let at: number | undefined = places.get(head ?? '') ?? links.length - 1;
  while (at !== undefined && !met.has(at)) {
    met.add(at);
    way.push(at);
    const { previous, hash, computed }: Link = links[at]!;
    isComplete = previous === '';
    const before: number | undefined = isComplete ? undefined : places.get(previous);
    if (!isComplete && before === undefined) {
      if (hash === computed) findings.push(missing(links, at));
      at = lastBefore(at, met);
    } else at = before;
  }
  findings.reverse();
  way.reverse();
  for (const [place, current] of way.entries()) {
    const before = way[place - 1];
    if (before !== undefined && before > current)
      findings.push(`${links[current]!.name} was moved: it continues ${links[before]!.name}, which comes later`);
  }
  // the walk continues at a gap
  for (const [place, { name }] of links.entries()) if (!met.has(place)) findings.push(`${name} was slipped in`);
  return findings.length ? findings : ['the entries do not continue each other'];
}

/** Returns positions by hash. A changed entry has two; of duplicates, the first counts. */
function placesOf(links: readonly Link[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, { hash }] of links.entries()) if (!places.has(hash)) places.set(hash, at);
  for (const [at, { computed }] of links.entries()) if (!places.has(computed)) places.set(computed, at);
  return places;
}

function lastBefore(at: number, met: ReadonlySet<number>): number | undefined {
  for (let place = at - 1; place >= 0; place--) if (!met.has(place)) return place;
  return undefined;
}

function missing(links: readonly Link[], at: number): string {
  const { name, number } = links[at]!;
  const [from, to] = [(links[at - 1]?.number ?? 0) + 1, number - 1];
  const which = from > to ? 'an entry' : from === to ? `entry ${from}` : `entries ${from} to ${to}`;
  return `${which} before ${name} ${from < to ? 'are' : 'is'} missing`;
}
