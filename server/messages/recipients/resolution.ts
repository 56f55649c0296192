import { addressOf } from '#server/contact-address.ts';
import type { Address } from '#shared/email-address.ts';
import type { RecipientReason } from '#shared/recipient-reasons.ts';
import {
  type Candidate,
  type Candidates,
  candidateAt,
  gather,
  isLimited,
  isStronger,
  prioritised,
} from './candidates.ts';
import { type PlacesByText, placesByText, type Texts, texts } from './columns.ts';
import type { Directory, PersonEntry, RecipientChoice } from './load-directory.ts';
import { inSlices } from './slices.ts';

/** Why somebody who was chosen gets nothing. */
export type DropReason = Extract<
  RecipientReason,
  'inactive' | 'absent' | 'no_address' | 'invalid_address' | 'opted_out' | 'duplicate'
>;

/** How somebody who was chosen stands: gets it, or why not; `unknown` while nothing was read of them, or nothing is there. */
export type Standing = 'unknown' | 'reached' | DropReason;

const standings: readonly Standing[] = [
  'unknown',
  'reached',
  'inactive',
  'no_address',
  'invalid_address',
  'opted_out',
  'duplicate',
  'absent',
];
const codes = new Map(standings.map((standing, code) => [standing, code]));
const [unknown, reached, duplicate] = [codes.get('unknown')!, codes.get('reached')!, codes.get('duplicate')!];

/** A person with the address a message goes to. */
export interface Recipient extends Candidate, Address {
  isPrivate: boolean;
}

/** A person who was chosen and gets nothing, with the reason. */
export interface Dropped extends Recipient {
  reason: DropReason;
  /** An active member of the crisis team. */
  isCrisis?: boolean;
}

/**
 * Who gets a message at which address, who does not and why, and the stop limits on them. A few numbers and an address
 * for each person: `recipientsOf` and its neighbours put them together again.
 */
export interface Resolution extends Pick<Candidates, 'limits' | 'duties' | 'inactive' | 'repeats' | 'unmeasured'> {
  candidates: Candidates;
  /** How each candidate stands, as a number. */
  standings: Uint8Array;
  /** Only where they differ from what tells them apart. */
  targets: Texts;
  norms: Texts;
  isPrivate: Uint8Array;
  isCrisis: Uint8Array;
  /** Who said before that they cannot be reached; with priority they are called all the same. */
  isAbsent: Uint8Array;
  /** How many get it, and how many do not. */
  recipients: number;
  dropped: number;
}

/** What besides the contact data decides. */
export interface ResolutionRules {
  /** Field types of contact data that the channel sends to. */
  addresses: readonly string[];
  /** An activation, or what follows one: it also reaches members of the crisis team who opted out. */
  alarm: boolean;
  /** For information the type of the channel: it leaves out who wants none over it. */
  informs?: string | undefined;
  /** No alarm, and no stop limit, asks who is absent, unless with priority; plain information goes to them all the same. */
  sparesAbsent: boolean;
  /** The message asks for an answer, so that stop limits can be measured. */
  measured: boolean;
  /** Wait before the next person is asked, where a limit names none. */
  waitMinutes: number;
  /** Country (ISO 3166) of telephone numbers without +. */
  country: string;
}

/** A resolution that is being made. */
export interface Resolving {
  /** Takes in what is known of somebody; in whatever order people come, the strongest keeps a shared address. */
  settle(personId: number, person: PersonEntry): void;
  resolution: Resolution;
}

/** Begins to resolve for candidates of whom nothing is known yet: one row per person, then one per normalised address. */
export function beginResolution(candidates: Candidates, rules: ResolutionRules): Resolving {
  const size = candidates.ids.length();
  const { limits, duties, inactive, repeats, unmeasured } = candidates;
  const resolution: Resolution = {
    candidates,
    standings: new Uint8Array(size),
    targets: texts(size),
    norms: texts(size),
    isPrivate: new Uint8Array(size),
    isCrisis: new Uint8Array(size),
    isAbsent: new Uint8Array(size),
    recipients: 0,
    dropped: 0,
    limits,
    duties,
    inactive,
    repeats,
    unmeasured,
  };
  const kept = placesByText(resolution.norms, size);
  return {
    resolution,
    settle(personId, person) {
      const at = candidates.index.get(personId);
      if (at === undefined) return;
      const address = addressFor(person, rules);
      const hasPriority = candidates.strengths.at(at) >= prioritised;
      const reason = reasonAgainst(person, address, rules, { hasPriority, isLimited: isLimited(candidates, at) });
      note(resolution, at, person, address);
      if (reason) {
        resolution.standings[at] = codes.get(reason)!;
        resolution.dropped++;
      } else keepStrongest(resolution, kept, at, address.found!.norm);
    },
  };
}

function note(
  resolution: Resolution,
  at: number,
  { isCrisis, isActive, isAbsent }: PersonEntry,
  { found }: AddressSearch,
): void {
  resolution.isAbsent[at] = isAbsent ? 1 : 0;
  resolution.isCrisis[at] = isCrisis && isActive ? 1 : 0;
  if (!found) return;
  if (found.target !== found.norm) resolution.targets.set(at, found.target);
  resolution.norms.set(at, found.norm);
  resolution.isPrivate[at] = found.isPrivate ? 1 : 0;
}

function keepStrongest(resolution: Resolution, kept: PlacesByText, at: number, norm: string): void {
  const other = kept.find(at, norm);
  if (other === at) {
    resolution.standings[at] = reached;
    resolution.recipients++;
    return;
  }
  const wins = isStronger(resolution.candidates, at, other);
  resolution.standings[at] = wins ? reached : duplicate;
  if (wins) {
    kept.replace(at, norm);
    resolution.standings[other] = duplicate;
  }
  resolution.dropped++;
  resolution.repeats++;
}

/** Resolves a choice of few people at once. */
export function resolve(directory: Directory, choice: RecipientChoice, rules: ResolutionRules): Resolution {
  const walk = gather(directory, choice, rules);
  let step = walk.next();
  while (!step.done) step = walk.next();
  const { settle, resolution } = beginResolution(step.value, rules);
  for (const [id, person] of directory.people) settle(id, person);
  return resolution;
}

/** Who gets it, in the order of their places. */
export function* recipientsOf(resolution: Resolution): Generator<Recipient> {
  const { standings } = resolution;
  for (let at = 0; at < standings.length; at++) if (standings[at] === reached) yield entryAt(resolution, at);
}

/** Recipients as their cost is estimated; nobody where a message publishes. */
export const toPrice = (resolution: Resolution | null) => ({
  count: resolution?.recipients ?? 0,
  slices: () => inSlices(resolution ? recipientsOf(resolution) : []),
});

/** Who gets nothing, in the order of their places. */
export function* droppedOf(resolution: Resolution): Generator<Dropped> {
  const { standings } = resolution;
  for (let at = 0; at < standings.length; at++) if (standings[at]! > reached) yield droppedAt(resolution, at);
}

/**
 * Everybody in the order in which they are written down: who gets it before who does not, among them those with priority
 * first, then by place.
 */
export function* inOrderOfSending(resolution: Resolution): Generator<Recipient | Dropped> {
  const { standings, candidates } = resolution;
  for (const gets of [true, false]) {
    for (const first of [true, false]) {
      for (let at = 0; at < standings.length; at++) {
        if (standings[at] === unknown || (standings[at] === reached) !== gets) continue;
        if (candidates.strengths.at(at) >= prioritised !== first) continue;
        yield gets ? entryAt(resolution, at) : droppedAt(resolution, at);
      }
    }
  }
}

/** How a person stands. */
export function standingIn({ candidates, standings: own }: Resolution, personId: number): Standing {
  const at = candidates.index.get(personId);
  return at === undefined ? 'unknown' : standings[own[at]!]!;
}

/** Whether the person said before that they cannot be reached now. */
export function isAbsentIn({ candidates, isAbsent }: Resolution, personId: number): boolean {
  const at = candidates.index.get(personId);
  return at !== undefined && isAbsent[at] === 1;
}

/** A person who gets it, with the address; null for all others. */
export function recipientIn(resolution: Resolution, personId: number): Recipient | null {
  const at = resolution.candidates.index.get(personId);
  return at !== undefined && resolution.standings[at] === reached ? entryAt(resolution, at) : null;
}

/** The same resolution for these of its recipients only; nobody is named who gets nothing. */
export function narrowed(resolution: Resolution, keeps: (recipient: Recipient) => boolean): Resolution {
  const own = new Uint8Array(resolution.standings.length);
  let recipients = 0;
  for (let at = 0; at < own.length; at++) {
    if (resolution.standings[at] !== reached || !keeps(entryAt(resolution, at))) continue;
    own[at] = reached;
    recipients++;
  }
  return { ...resolution, standings: own, recipients, dropped: 0, inactive: [], repeats: 0, unmeasured: false };
}

function entryAt(resolution: Resolution, at: number): Recipient {
  const { candidates, targets, norms, isPrivate } = resolution;
  const norm = norms.at(at);
  return {
    ...candidateAt(candidates, at),
    target: targets.at(at) || norm,
    norm,
    isPrivate: isPrivate[at] === 1,
  };
}

const droppedAt = (resolution: Resolution, at: number): Dropped => ({
  ...entryAt(resolution, at),
  isCrisis: resolution.isCrisis[at] === 1,
  reason: standings[resolution.standings[at]!] as DropReason,
});

interface AddressSearch {
  found: (Address & { isPrivate: boolean }) | null;
  /** Something is entered, but nothing can be sent to it. */
  invalid: boolean;
}

/** The first field that serves the channel and holds a usable address; an unusable one must not silence the next. */
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
  { hasPriority, isLimited }: Record<'hasPriority' | 'isLimited', boolean>,
): DropReason | null {
  if (!person.isActive) return 'inactive';
  if (person.optedOut && !(alarm && person.isCrisis)) return 'opted_out';
  if (informs !== undefined && person.optedOutOf.includes(informs)) return 'opted_out';
  // information waits for them; an alarm, and a stop limit, ask the next one instead
  if (person.isAbsent && sparesAbsent && !hasPriority && (alarm || isLimited)) return 'absent';
  if (address.found) return null;
  return address.invalid ? 'invalid_address' : 'no_address';
}
