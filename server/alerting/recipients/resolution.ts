import type { Address } from '#shared/email-address.ts';
import { type Candidate, type Candidates, candidateAt, prioritised } from './candidates.ts';
import type { Texts } from './columns.ts';
import { inSlices } from './slices.ts';
import { type DropReason, type ResolutionOutcome, reached, standings, unknown } from './standings.ts';

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

/** Everybody who was chosen, whether or not they get it. */
export function* chosenIn({ candidates, standings: own }: Resolution): Generator<number> {
  for (let at = 0; at < own.length; at++) if (own[at] !== unknown) yield candidates.ids.at(at);
}

/** How a person stands. */
export function standingIn({ candidates, standings: own }: Resolution, personId: number): ResolutionOutcome {
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

/** What brings a person in, whether or not they get it; null for whoever was not chosen. */
export function claimIn({ candidates }: Resolution, personId: number): Candidate | null {
  const at = candidates.index.get(personId);
  return at === undefined ? null : candidateAt(candidates, at);
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

/** The same resolution as if these people had not been chosen. */
export function without(resolution: Resolution, people: Iterable<number>): Resolution {
  const own = resolution.standings.slice();
  let { recipients, dropped } = resolution;
  for (const personId of people) {
    const at = resolution.candidates.index.get(personId);
    if (at === undefined || own[at] === unknown) continue;
    if (own[at] === reached) recipients--;
    else dropped--;
    own[at] = unknown;
  }
  return { ...resolution, standings: own, recipients, dropped };
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
