import { onDutyPath } from '#shared/paths.ts';
import { type Numbers, type NumbersById, numbers, numbersById } from './columns.ts';
import type { ListGroup, RecipientChoice, Structure } from './load-directory.ts';
import { type PathSets, setsOfPaths } from './path-sets.ts';

/** Why a person is a recipient: the strongest path counts. */
export interface Candidate {
  personId: number;
  /** The person's earliest place in the whole choice. */
  place: number;
  /** Asked first and never skipped. */
  priority: boolean;
  /** At least one path has no stop limit. */
  unlimited: boolean;
  /** Paths like "Verteiler A › Krisenstab › S3". */
  via: string[];
}

/** The wanted positive answers from people in call order. */
export interface StopLimit {
  groupId: number;
  listName: string;
  needed: number;
  waitMinutes: number;
  queue: number[];
}

/** People on duty for a list's group and subgroups. */
export interface Duty {
  groupId: number;
  name: string;
  people: number[];
  /** A subgroup of a requested one, with its own `people`. */
  isBelow: boolean;
}

/** Everyone in a choice with limits, and inactive entries. Only numbers per person, so that a town fits into memory. */
export interface Candidates {
  ids: Numbers;
  places: Numbers;
  /** Each person's strength: the sum of `prioritised` and `unlimited`. */
  strengths: Numbers;
  /** Each person's set of `paths`. */
  via: Numbers;
  paths: readonly string[][];
  index: NumbersById;
  limits: StopLimit[];
  /** For groups limited to people on duty. */
  duties: Duty[];
  inactive: string[];
  /** The number of repeated inclusions. */
  repeats: number;
  /** Stop limits don't apply without a question. */
  unmeasured: boolean;
}

/** Priority outweighs being asked regardless of limits. */
export const prioritised = 2;
const unlimited = 1;

/** People between two pauses for other work. */
const turn = 5_000;

interface Walk {
  structure: Structure;
  waitMinutes: number;
  measured: boolean;
  found: Omit<Candidates, 'limits' | 'duties' | 'inactive' | 'repeats' | 'unmeasured' | 'paths'>;
  paths: PathSets;
  limits: Map<number, StopLimit>;
  duties: Map<number, Duty>;
  inactive: Set<string>;
  unmeasured: boolean;
  place: number;
}

/**
 * Walks through lists (people, groups, sublists), groups (members, subgroups), and people, without inactive ones.
 * Limits only apply if `measured`; of two on one group, the greater number and the shorter wait apply. Yields
 * periodically.
 */
export function* gather(
  structure: Structure,
  choice: RecipientChoice,
  options: { measured: boolean; waitMinutes: number },
): Generator<void, Candidates> {
  const walk: Walk = {
    ...options,
    structure,
    found: { ids: numbers(), places: numbers(), strengths: numbers(), via: numbers(), index: numbersById() },
    paths: setsOfPaths(),
    limits: new Map(),
    duties: new Map(),
    inactive: new Set(),
    unmeasured: false,
    place: 0,
  };
  for (const id of choice.lists) yield* walkList(walk, id, '', []);
  for (const id of choice.groups) yield* walkGroup(walk, id, '', whole);
  yield* bringIn(walk, choice.people, '', { priority: null, limited: false });
  const { found, unmeasured, place, paths } = walk;
  const [limits, duties] = [[...walk.limits.values()], [...walk.duties.values()]];
  const inactive = [...walk.inactive];
  return { ...found, paths: paths.sets, limits, duties, inactive, repeats: place - found.ids.length(), unmeasured };
}

/** Yields everyone's id, in order. */
export function* idsOf({ ids }: Candidates): Generator<number> {
  for (let at = 0; at < ids.length(); at++) yield ids.at(at);
}

/** Returns a candidate by index. */
export function candidateAt({ ids, places, strengths, via, paths }: Candidates, at: number): Candidate {
  const strength = strengths.at(at);
  return {
    personId: ids.at(at),
    place: places.at(at),
    priority: strength >= prioritised,
    unlimited: strength % prioritised === unlimited,
    via: paths[via.at(at)]!,
  };
}

/** Returns whether only stop limits decide about the person. */
export const isLimited = ({ strengths }: Candidates, at: number): boolean =>
  strengths.at(at) % prioritised !== unlimited;

/** Compares: priority, then regardless of limits, then the earliest place. */
export const isStronger = ({ strengths }: Candidates, at: number, other: number): boolean =>
  strengths.at(at) === strengths.at(other) ? at < other : strengths.at(at) > strengths.at(other);

interface Way {
  /** The members asked first. */
  priority: ReadonlySet<number> | null;
  limited: boolean;
}

function* bringIn(walk: Walk, people: Iterable<number>, path: string, { priority, limited }: Way): Generator<void> {
  const { ids, places, strengths, via, index } = walk.found;
  for (const personId of people) {
    const place = walk.place++;
    const strength = (priority?.has(personId) ? prioritised : 0) + (limited ? 0 : unlimited);
    const known = index.get(personId);
    if (known === undefined) {
      index.set(personId, ids.length());
      ids.push(personId);
      places.push(place);
      strengths.push(strength);
      via.push(walk.paths.with(0, path));
    } else {
      strengths.set(known, strengths.at(known) | strength);
      via.set(known, walk.paths.with(via.at(known), path));
    }
    if (place % turn === 0) yield;
  }
}

/** `queue` collects limited people, `duty` restricts to people on duty. */
interface Walking {
  above: readonly number[];
  queue: Set<number> | null;
  duty: Duty | null;
}

const whole: Walking = { above: [], queue: null, duty: null };

function* walkGroup(walk: Walk, id: number, path: string, { above, queue, duty }: Walking): Generator<void> {
  const group = walk.structure.groups.get(id);
  if (!group || above.includes(id)) return;
  if (!group.isActive) {
    walk.inactive.add(group.name);
    return;
  }
  const name = duty && !above.length ? onDutyPath(group.name) : group.name;
  const here = path ? `${path} › ${name}` : name;
  const people = duty ? group.onDuty : group.people;
  yield* bringIn(walk, people, here, { priority: group.priority, limited: queue !== null });
  if (queue) for (const personId of people) queue.add(personId);
  if (duty) {
    duty.people = [...new Set([...duty.people, ...people])];
    // another subgroup's people must not hide an empty one
    const isNeeded = above.length > 0 && (group.alwaysNeeded || group.onDuty.length > 0);
    if (isNeeded && !walk.duties.has(id))
      walk.duties.set(id, { groupId: id, name: group.name, people: [...group.onDuty], isBelow: true });
  }
  for (const child of group.children) yield* walkGroup(walk, child, here, { above: [...above, id], queue, duty });
}

function* walkList(walk: Walk, id: number, path: string, above: readonly number[]): Generator<void> {
  const list = walk.structure.lists.get(id);
  if (!list || above.includes(id)) return;
  if (!list.isActive) {
    walk.inactive.add(list.name);
    return;
  }
  const here = path ? `${path} › ${list.name}` : list.name;
  yield* bringIn(walk, list.people, here, { priority: null, limited: false });
  for (const entry of list.groups) {
    const walking = { ...whole, duty: entry.onDuty ? dutyOf(walk, entry.groupId) : null };
    if (walk.measured && entry.stopLimit !== null) yield* walkLimited(walk, here, entry, walking);
    else yield* walkGroup(walk, entry.groupId, here, walking);
    walk.unmeasured ||= !walk.measured && entry.stopLimit !== null;
  }
  for (const child of list.children) yield* walkList(walk, child, here, [...above, id]);
}

/** Creates a group's duty entry, empty if inactive. */
function dutyOf(walk: Walk, groupId: number): Duty {
  const { name, isActive } = walk.structure.groups.get(groupId) ?? { name: '', isActive: false };
  const known = walk.duties.get(groupId);
  const duty: Duty = known && !known.isBelow ? known : { groupId, name, people: [], isBelow: false };
  if (isActive) walk.duties.set(groupId, duty);
  return duty;
}

function* walkLimited(
  walk: Walk,
  listName: string,
  { groupId, stopLimit, waitMinutes }: ListGroup,
  walking: Walking,
): Generator<void> {
  const known = walk.limits.get(groupId);
  const queue = new Set(known?.queue);
  yield* walkGroup(walk, groupId, listName, { ...walking, queue });
  const wait = waitMinutes ?? walk.waitMinutes;
  walk.limits.set(groupId, {
    groupId,
    listName: known?.listName ?? listName,
    needed: Math.max(stopLimit!, known?.needed ?? 0),
    waitMinutes: Math.min(wait, known?.waitMinutes ?? wait),
    queue: [...queue],
  });
}
