// A simple, slow reference resolution for comparisons.

import type { ListEntry, ListGroup, RecipientChoice } from '#server/alerting/recipients/load-directory.ts';
import type { PersonEntry } from '#server/alerting/recipients/load-people.ts';
import type { DropReason } from '#server/alerting/recipients/resolution-outcomes.ts';
import type { ResolutionRules } from '#server/alerting/recipients/resolving.ts';
import { addressOf } from '#server/api/contact-address.ts';
import type { Address } from '#shared/email-address.ts';

/** A group as stored. */
export interface PlainGroup {
  name: string;
  isActive: boolean;
  members: { personId: number; priority: boolean }[];
  /** Members of its roster who are on duty. */
  onDuty: number[];
  /** Requires a person on duty at all times. */
  alwaysNeeded: boolean;
  children: number[];
}

/** Contact data as plain objects. */
export interface PlainDirectory {
  lists: Map<number, ListEntry>;
  groups: Map<number, PlainGroup>;
  people: Map<number, PersonEntry>;
}

/** A person with the destination address of a message. */
export interface PlainRecipient extends Candidate, Address {
  isPrivate: boolean;
}

/** A selected person who gets nothing, with the reason. */
export interface PlainDropped extends PlainRecipient {
  reason: DropReason;
}

/** Recipients with addresses, dropped people with reasons, and stop limits. */
export interface PlainResolution {
  recipients: PlainRecipient[];
  dropped: PlainDropped[];
  limits: StopLimit[];
  /** On-duty people of groups that a list restricts to them. */
  duties: Duty[];
  /** Names of inactive lists and groups in the selection. */
  inactive: string[];
  /** Number of duplicate people and addresses. */
  repeats: number;
  /** No answers are requested. */
  unmeasured: boolean;
}

/** Resolves a selection per person and address; the strongest keeps it. */
export function resolvePlainly(
  directory: PlainDirectory,
  choice: RecipientChoice,
  rules: ResolutionRules,
): PlainResolution {
  const { people, limits, duties, inactive, ...candidates } = candidatesOf(directory, choice, rules);
  const found: PlainRecipient[] = [];
  const dropped: PlainDropped[] = [];
  for (const candidate of people.values()) {
    const person = directory.people.get(candidate.personId);
    if (!person) continue;
    const address = addressFor(person, rules);
    const reason = reasonAgainst(person, address, rules, candidate);
    const recipient = { ...candidate, ...(address.found ?? nowhere) };
    if (reason) dropped.push({ ...recipient, reason });
    else found.push(recipient);
  }
  const kept = strongestPerAddress(found);
  const recipients = found.filter((recipient) => kept.get(recipient.norm) === recipient);
  const doubled = found.filter((recipient) => kept.get(recipient.norm) !== recipient);
  dropped.push(...doubled.map((recipient) => ({ ...recipient, reason: 'duplicate' as const })));
  return {
    recipients,
    dropped,
    limits,
    duties,
    inactive,
    repeats: candidates.repeats + doubled.length,
    unmeasured: candidates.unmeasured,
  };
}

interface AddressSearch {
  found: (Address & { isPrivate: boolean }) | null;
  /** True if an address is entered but unusable. */
  invalid: boolean;
}

const nowhere = { target: '', norm: '', isPrivate: false };

/** Returns the first usable address. */
function addressFor(person: PersonEntry, { addresses, country }: ResolutionRules): AddressSearch {
  let invalid = false;
  for (const { fieldType, value, isPrivate, norm } of person.fields) {
    if (!addresses.includes(fieldType)) continue;
    const address = norm ? { target: value, norm } : addressOf(fieldType, value, country);
    if (address) return { found: { ...address, isPrivate }, invalid };
    invalid = true;
  }
  return { found: null, invalid };
}

function reasonAgainst(
  person: PersonEntry,
  address: AddressSearch,
  { alarm, informs, sparesAbsent }: ResolutionRules,
  { priority, unlimited }: Candidate,
): DropReason | null {
  if (!person.isActive) return 'inactive';
  if (person.optedOut && !(alarm && person.isCrisis)) return 'opted_out';
  if (informs !== undefined && person.optedOutOf.includes(informs)) return 'opted_out';
  if (person.isAbsent && sparesAbsent && !priority && (alarm || !unlimited)) return 'absent';
  if (address.found) return null;
  return address.invalid ? 'invalid_address' : 'no_address';
}

/** By priority, without a limit, then place. */
export const precedes = (a: Candidate, b: Candidate): boolean => {
  if (a.priority !== b.priority) return a.priority;
  if (a.unlimited !== b.unlimited) return a.unlimited;
  return a.place < b.place;
};

function strongestPerAddress(found: readonly PlainRecipient[]): Map<string, PlainRecipient> {
  const kept = new Map<string, PlainRecipient>();
  for (const recipient of found) {
    const other = kept.get(recipient.norm);
    if (!other || precedes(recipient, other)) kept.set(recipient.norm, recipient);
  }
  return kept;
}

/** The strongest path counts. */
interface Candidate {
  personId: number;
  /** Earliest place of the person in the whole selection. */
  place: number;
  /** Asked first and never skipped. */
  priority: boolean;
  /** True if at least one path has no stop limit. */
  unlimited: boolean;
  /** "Verteiler A › Krisenstab › S3", each once, in place order. */
  via: string[];
}

/** Required answers in asking order. */
interface StopLimit {
  groupId: number;
  listName: string;
  needed: number;
  waitMinutes: number;
  queue: number[];
}

/** On-duty people of a list's group and of its subgroups. */
interface Duty {
  groupId: number;
  name: string;
  people: number[];
  isBelow: boolean;
}

/** People, limits, and inactive parts. */
interface Candidates {
  people: Map<number, Candidate>;
  limits: StopLimit[];
  duties: Duty[];
  inactive: string[];
  /** Number of duplicate people. */
  repeats: number;
  /** No answers are requested. */
  unmeasured: boolean;
}

/** Maximum number of recorded paths per person. */
const maximumPaths = 20;

interface Walk {
  directory: PlainDirectory;
  waitMinutes: number;
  measured: boolean;
  people: Map<number, Candidate>;
  limits: Map<number, StopLimit>;
  duties: Map<number, Duty>;
  inactive: Set<string>;
  unmeasured: boolean;
  place: number;
}

/**
 * Walks through lists, groups and people, without inactive ones. Limits count if `measured`; of two on one group, the
 * greater number and the shorter wait apply.
 */
function candidatesOf(
  directory: PlainDirectory,
  choice: RecipientChoice,
  options: { measured: boolean; waitMinutes: number },
): Candidates {
  const walk: Walk = {
    ...options,
    directory,
    people: new Map(),
    limits: new Map(),
    duties: new Map(),
    inactive: new Set(),
    unmeasured: false,
    place: 0,
  };
  for (const id of choice.lists) walkList(walk, id, '', []);
  for (const id of choice.groups) walkGroup(walk, id, '', [], { queue: null, duty: null });
  for (const id of choice.people) bringIn(walk, id, '', false, true);
  const { people, unmeasured, place } = walk;
  const [limits, inactive] = [[...walk.limits.values()], [...walk.inactive]];
  return { people, limits, duties: [...walk.duties.values()], inactive, repeats: place - people.size, unmeasured };
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
  if (path && known.via.length < maximumPaths && !known.via.includes(path)) known.via = [...known.via, path];
}

interface Way {
  /** Collects all people in order if a limit counts. */
  queue: number[] | null;
  /** Restricts to on-duty people and records them. */
  duty: Duty | null;
}

/** Adds the people of a group and its subgroups. */
function walkGroup(walk: Walk, id: number, path: string, above: readonly number[], way: Way): void {
  const group = walk.directory.groups.get(id);
  if (!group || above.includes(id)) return;
  if (!group.isActive) {
    walk.inactive.add(group.name);
    return;
  }
  const name = way.duty && above.length === 0 ? `${group.name} (im Dienst)` : group.name;
  const here = path ? `${path} › ${name}` : name;
  const isFirst = (personId: number) => group.members.some((one) => one.personId === personId && one.priority);
  for (const personId of way.duty ? group.onDuty : group.members.map((member) => member.personId)) {
    bringIn(walk, personId, here, isFirst(personId), way.queue === null);
    way.queue?.push(personId);
    if (way.duty && !way.duty.people.includes(personId)) way.duty.people.push(personId);
  }
  if (way.duty && above.length > 0 && !walk.duties.has(id) && (group.alwaysNeeded || group.onDuty.length > 0)) {
    walk.duties.set(id, { groupId: id, name: group.name, people: group.onDuty, isBelow: true });
  }
  for (const child of group.children) walkGroup(walk, child, here, [...above, id], way);
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
    const duty = entry.onDuty ? dutyOf(walk, entry.groupId) : null;
    if (walk.measured && entry.stopLimit !== null) walkLimited(walk, here, entry, duty);
    else walkGroup(walk, entry.groupId, here, [], { queue: null, duty });
    walk.unmeasured ||= !walk.measured && entry.stopLimit !== null;
  }
  for (const child of list.children) walkList(walk, child, here, [...above, id]);
}

function dutyOf(walk: Walk, groupId: number): Duty {
  const group = walk.directory.groups.get(groupId);
  const known = walk.duties.get(groupId);
  const fresh: Duty = { groupId, name: group?.name ?? '', people: [], isBelow: false };
  const duty = known && !known.isBelow ? known : fresh;
  if (group?.isActive) walk.duties.set(groupId, duty);
  return duty;
}

function walkLimited(walk: Walk, listName: string, entry: ListGroup, duty: Duty | null): void {
  const { groupId, stopLimit, waitMinutes } = entry;
  const known = walk.limits.get(groupId);
  const queue: number[] = [...(known?.queue ?? [])];
  walkGroup(walk, groupId, listName, [], { queue, duty });
  const wait = waitMinutes ?? walk.waitMinutes;
  walk.limits.set(groupId, {
    groupId,
    listName: known?.listName ?? listName,
    needed: Math.max(stopLimit!, known?.needed ?? 0),
    waitMinutes: Math.min(wait, known?.waitMinutes ?? wait),
    queue: [...new Set(queue)],
  });
}
