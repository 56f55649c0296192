import type { Address } from '#shared/email-address.ts';
import { type Candidate, type Candidates, candidateAt, prioritised } from './candidates.ts';
import type { Texts } from './columns.ts';
import {
  type DropReason,
  type ResolutionOutcome,
  reached,
  resolutionOutcomes,
  unknown,
} from './resolution-outcomes.ts';
import { inSlices } from './slices.ts';

/** A person with the address for a message. */
export interface Recipient extends Candidate, Address {
  isPrivate: boolean;
}

/** A chosen person who gets nothing, with the reason. */
export interface Dropped extends Recipient {
  reason: DropReason;
  /** An active member of the crisis team. */
  isCrisis?: boolean;
}

/**
 * A message's recipients with addresses, dropped people with reasons, and stop limits, as numbers per person; see
 * `recipientsOf`.
 */
export interface Resolution extends Pick<Candidates, 'limits' | 'duties' | 'inactive' | 'repeats' | 'unmeasured'> {
  candidates: Candidates;
  /** Each candidate's outcome as a number. */
  outcomes: Uint8Array;
  /** Only if they differ from the normalized address. */
  targets: Texts;
  norms: Texts;
  isPrivate: Uint8Array;
  isCrisis: Uint8Array;
  /** Currently absent people; priority overrides this. */
  isAbsent: Uint8Array;
  recipients: number;
  dropped: number;
}

/** Yields the recipients, in the order of their places. */
export function* recipientsOf(resolution: Resolution): Generator<Recipient> {
  const { outcomes } = resolution;
  for (let at = 0; at < outcomes.length; at++) if (outcomes[at] === reached) yield entryAt(resolution, at);
}

/** Returns recipients for a cost estimate; none if the message publishes. */
export const toPrice = (resolution: Resolution | null) => ({
  count: resolution?.recipients ?? 0,
  slices: () => inSlices(resolution ? recipientsOf(resolution) : []),
});

/** Yields dropped people, in the order of their places. */
export function* droppedOf(resolution: Resolution): Generator<Dropped> {
  const { outcomes } = resolution;
  for (let at = 0; at < outcomes.length; at++) if (outcomes[at]! > reached) yield droppedAt(resolution, at);
}

/** Yields recipients, then dropped people, by priority and place. */
export function* inOrderOfSending(resolution: Resolution): Generator<Recipient | Dropped> {
  const { outcomes, candidates } = resolution;
  for (const gets of [true, false]) {
    for (const first of [true, false]) {
      for (let at = 0; at < outcomes.length; at++) {
        if (outcomes[at] === unknown || (outcomes[at] === reached) !== gets) continue;
        if (candidates.strengths.at(at) >= prioritised !== first) continue;
        yield gets ? entryAt(resolution, at) : droppedAt(resolution, at);
      }
    }
  }
}

/** Yields all chosen people, recipients or not. */
export function* chosenPeople({ candidates, outcomes: own }: Resolution): Generator<number> {
  for (let at = 0; at < own.length; at++) if (own[at] !== unknown) yield candidates.ids.at(at);
}

/** Returns a person's outcome. */
export function outcomeIn({ candidates, outcomes: own }: Resolution, personId: number): ResolutionOutcome {
  const at = candidates.index.get(personId);
  return at === undefined ? 'unknown' : resolutionOutcomes[own[at]!]!;
}

/** Returns whether the person is currently absent. */
export function isAbsentIn({ candidates, isAbsent }: Resolution, personId: number): boolean {
  const at = candidates.index.get(personId);
  return at !== undefined && isAbsent[at] === 1;
}

/** Returns a recipient with the address; null for others. */
export function recipientIn(resolution: Resolution, personId: number): Recipient | null {
  const at = resolution.candidates.index.get(personId);
  return at !== undefined && resolution.outcomes[at] === reached ? entryAt(resolution, at) : null;
}

/** Returns why a recipient is included, without the address; null for others. */
export function reachedIn({ candidates, outcomes }: Resolution, personId: number): Candidate | null {
  const at = candidates.index.get(personId);
  return at !== undefined && outcomes[at] === reached ? candidateAt(candidates, at) : null;
}

/** Returns why a person is included; null if not chosen. */
export function claimIn({ candidates }: Resolution, personId: number): Candidate | null {
  const at = candidates.index.get(personId);
  return at === undefined ? null : candidateAt(candidates, at);
}

/** Returns the resolution for some of its recipients, without dropped people. */
export function narrowed(resolution: Resolution, keeps: (recipient: Recipient) => boolean): Resolution {
  const own = new Uint8Array(resolution.outcomes.length);
  let recipients = 0;
  for (let at = 0; at < own.length; at++) {
    if (resolution.outcomes[at] !== reached || !keeps(entryAt(resolution, at))) continue;
    own[at] = reached;
    recipients++;
  }
  return { ...resolution, outcomes: own, recipients, dropped: 0, inactive: [], repeats: 0, unmeasured: false };
}

/** Returns the resolution as if these people weren't chosen. */
export function without(resolution: Resolution, people: Iterable<number>): Resolution {
  const own = resolution.outcomes.slice();
  let { recipients, dropped } = resolution;
  for (const personId of people) {
    const at = resolution.candidates.index.get(personId);
    if (at === undefined || own[at] === unknown) continue;
    if (own[at] === reached) recipients--;
    else dropped--;
    own[at] = unknown;
  }
  return { ...resolution, outcomes: own, recipients, dropped };
}

/** Returns a candidate by index, with the outcome; null if not loaded. */
export function chosenAt(resolution: Resolution, at: number): (Recipient & { reason: DropReason | null }) | null {
  const outcome = resolution.outcomes[at]!;
  if (outcome === unknown) return null;
  const reason = outcome === reached ? null : (resolutionOutcomes[outcome] as DropReason);
  return { ...entryAt(resolution, at), reason };
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
  reason: resolutionOutcomes[resolution.outcomes[at]!] as DropReason,
});
