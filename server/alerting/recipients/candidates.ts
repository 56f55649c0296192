import { onDutyPath } from '#shared/paths.ts';
import { type Numbers, type NumbersById, numbers, numbersById } from './columns.ts';
import type { ListGroup, RecipientChoice, Structure } from './load-directory.ts';
import { type PathSets, setsOfPaths } from './path-sets.ts';

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

/** Who is on duty for a group of a list, and for the groups below it, at the moment. */
export interface Duty {
  groupId: number;
  name: string;
  people: number[];
  /** It is below one that was asked for; `people` are its own then. */
  isBelow: boolean;
}

/**
 * Everyone a choice brings in, the limits on them, and what was chosen but is switched off. Of each person only numbers are
 * kept, by the order of the places: a whole town is to fit into memory.
 */
export interface Candidates {
  ids: Numbers;
  places: Numbers;
  /** How strongly each was brought in: `prioritised` and `unlimited` added up. */
  strengths: Numbers;
  /** Which of `paths` brought each in. */
  via: Numbers;
  /** The sets of paths that occur. */
  paths: readonly string[][];
  /** Where each person stands in these. */
  index: NumbersById;
  limits: StopLimit[];
  /** Of groups of which only who is on duty was chosen. */
  duties: Duty[];
  inactive: string[];
  /** How often somebody was brought in who was in already. */
  repeats: number;
  /** There are stop limits that do not count, because no answers are asked for. */
  unmeasured: boolean;
}

/** Of a candidate's strength: priority counts more than being asked whatever a limit says. */
export const prioritised = 2;
const unlimited = 1;

/** After how many that were brought in others get a turn. */
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
 * Walks through a choice: lists (their people, groups, child lists), then groups (members, then the groups below),
 * then single people. Switched-off lists and groups bring in nobody; a group of which a list holds only who is on duty
 * brings in these. Limits count only when answers are `measured`; of two limits on one group the greater number and the
 * shorter wait hold, and the people of both. Stops now and then, for whoever wants to do
 * something else meanwhile.
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

/** Everybody's id, in the order. */
export function* idsOf({ ids }: Candidates): Generator<number> {
  for (let at = 0; at < ids.length(); at++) yield ids.at(at);
}

/** A candidate by the place in the order. */
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

/** Whether the person is only asked as far as stop limits want it. */
export const isLimited = ({ strengths }: Candidates, at: number): boolean =>
  strengths.at(at) % prioritised !== unlimited;

/** Priority before others, then those who are asked whatever a limit says, then the earliest place. */
export const isStronger = ({ strengths }: Candidates, at: number, other: number): boolean =>
  strengths.at(at) === strengths.at(other) ? at < other : strengths.at(at) > strengths.at(other);

interface Way {
  /** Who of them is asked first. */
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

/** How a group is walked through: with a `queue` its people are limited and the queue gets them, with a `duty` only who is on duty. */
interface Walking {
  above: readonly number[];
  queue: Set<number> | null;
  duty: Duty | null;
}

const whole: Walking = { above: [], queue: null, duty: null };

/** Brings in the people of a group and of those below. */
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
    // somebody of another group below must not hide that nobody of this one can be called
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

/** Who is on duty for a group, to be filled; a group that is switched off has nobody to be on duty. */
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
