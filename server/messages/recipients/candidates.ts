import type { Directory, ListGroup, RecipientChoice } from './load-directory.ts';

/** What brings one person into a message: the strongest of all paths counts, every path is remembered. */
export interface Candidate {
  personId: number;
  /** Earliest place at which the person stands, counted through everything chosen. */
  place: number;
  /** Asked first and never skipped. */
  priority: boolean;
  /** At least one path has no stop limit. */
  unlimited: boolean;
  /** "Verteiler A › Krisenstab › S3", each once, in the order of the places. */
  via: string[];
}

/** A stop limit: how many positive answers are wanted from these people, who are asked in this order. */
export interface StopLimit {
  groupId: number;
  listName: string;
  needed: number;
  waitMinutes: number;
  queue: number[];
}

/** Everyone a choice brings in, the limits on them, and what was chosen but is switched off. */
export interface Candidates {
  people: Map<number, Candidate>;
  limits: StopLimit[];
  inactive: string[];
  /** How often somebody was brought in who was in already. */
  repeats: number;
  /** There are stop limits that do not count, because no answers are asked for. */
  unmeasured: boolean;
}

/** Paths kept per person; more would only say the same again. */
const maximumPaths = 20;

interface Walk {
  directory: Directory;
  waitMinutes: number;
  measured: boolean;
  people: Map<number, Candidate>;
  limits: Map<number, StopLimit>;
  inactive: Set<string>;
  unmeasured: boolean;
  place: number;
}

/**
 * Walks through a choice: lists (their people, groups, child lists), then groups (members, then the groups below),
 * then single people. Switched-off lists and groups bring in nobody. Limits count only when answers are `measured`;
 * of two limits on one group the greater number and the shorter wait hold.
 */
export function candidatesOf(
  directory: Directory,
  choice: RecipientChoice,
  options: { measured: boolean; waitMinutes: number },
): Candidates {
  const walk: Walk = {
    ...options,
    directory,
    people: new Map(),
    limits: new Map(),
    inactive: new Set(),
    unmeasured: false,
    place: 0,
  };
  for (const id of choice.lists) walkList(walk, id, '', []);
  for (const id of choice.groups) walkGroup(walk, id, '', [], null);
  for (const id of choice.people) bringIn(walk, id, '', false, true);
  const { people, unmeasured, place } = walk;
  const [limits, inactive] = [[...walk.limits.values()], [...walk.inactive]];
  return { people, limits, inactive, repeats: place - people.size, unmeasured };
}

function bringIn(walk: Walk, personId: number, path: string, priority: boolean, unlimited: boolean): void {
  const place = walk.place++;
  const known = walk.people.get(personId);
  if (!known) {
    walk.people.set(personId, { personId, place, priority, unlimited, via: path ? [path] : [] });
    return;
  }
  known.priority ||= priority;
  known.unlimited ||= unlimited;
  if (path && known.via.length < maximumPaths && !known.via.includes(path)) known.via.push(path);
}

/** Brings in the people of a group and of those below; with a `queue` they are limited and the queue gets them. */
function walkGroup(walk: Walk, id: number, path: string, above: readonly number[], queue: number[] | null): void {
  const group = walk.directory.groups.get(id);
  if (!group || above.includes(id)) return;
  if (!group.isActive) {
    walk.inactive.add(group.name);
    return;
  }
  const here = path ? `${path} › ${group.name}` : group.name;
  for (const { personId, priority } of group.members) {
    bringIn(walk, personId, here, priority, queue === null);
    queue?.push(personId);
  }
  for (const child of group.children) walkGroup(walk, child, here, [...above, id], queue);
}

function walkList(walk: Walk, id: number, path: string, above: readonly number[]): void {
  const list = walk.directory.lists.get(id);
  if (!list || above.includes(id)) return;
  if (!list.isActive) {
    walk.inactive.add(list.name);
    return;
  }
  const here = path ? `${path} › ${list.name}` : list.name;
  for (const personId of list.people) bringIn(walk, personId, here, false, true);
  for (const entry of list.groups) {
    if (walk.measured && entry.stopLimit !== null) walkLimited(walk, here, entry, entry.stopLimit);
    else walkGroup(walk, entry.groupId, here, [], null);
    walk.unmeasured ||= !walk.measured && entry.stopLimit !== null;
  }
  for (const child of list.children) walkList(walk, child, here, [...above, id]);
}

function walkLimited(walk: Walk, listName: string, { groupId, waitMinutes }: ListGroup, needed: number): void {
  const queue: number[] = [];
  walkGroup(walk, groupId, listName, [], queue);
  const wait = waitMinutes ?? walk.waitMinutes;
  const known = walk.limits.get(groupId);
  walk.limits.set(groupId, {
    groupId,
    listName: known?.listName ?? listName,
    needed: Math.max(needed, known?.needed ?? 0),
    waitMinutes: Math.min(wait, known?.waitMinutes ?? wait),
    queue: [...new Set(queue)],
  });
}
