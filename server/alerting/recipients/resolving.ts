import { addressOf } from '#server/api/contact-address.ts';
import type { Address } from '#shared/email-address.ts';
import { type Candidates, gather, isLimited, isStronger, prioritised } from './candidates.ts';
import { emptyTexts, type PlacesByText, placesByText } from './columns.ts';
import type { Directory, RecipientChoice } from './load-directory.ts';
import type { PersonEntry } from './load-people.ts';
import type { Resolution } from './resolution.ts';
import { codeOf, type DropReason, reached } from './resolution-outcomes.ts';

const duplicate = codeOf('duplicate');

/** The rules besides contact data. */
export interface ResolutionRules {
  /** The channel's field types of contact data. */
  addresses: readonly string[];
  /** Also reaches opted-out members of the crisis team. */
  alarm: boolean;
  /** The channel type of information, to exclude people who declined it. */
  informs?: string | undefined;
  /** Skips absent people unless with priority, unlike information. */
  sparesAbsent: boolean;
  /** The message asks for an answer, so stop limits apply. */
  measured: boolean;
  /** The default wait of limits, in minutes. */
  waitMinutes: number;
  /** The country (ISO 3166) of phone numbers without +. */
  country: string;
}

/** A resolution in progress. */
export interface Resolving {
  /** In any order; the strongest person keeps a shared address. */
  settle(personId: number, person: PersonEntry): void;
  resolution: Resolution;
}

/** Starts a resolution: one row per person, then per normalized address. */
export function beginResolution(candidates: Candidates, rules: ResolutionRules): Resolving {
  const size = candidates.ids.length();
  const { limits, duties, inactive, repeats, unmeasured } = candidates;
  const resolution: Resolution = {
    candidates,
    outcomes: new Uint8Array(size),
    targets: emptyTexts(size),
    norms: emptyTexts(size),
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
        resolution.outcomes[at] = codeOf(reason);
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
    resolution.outcomes[at] = reached;
    resolution.recipients++;
    return;
  }
  const wins = isStronger(resolution.candidates, at, other);
  resolution.outcomes[at] = wins ? reached : duplicate;
  if (wins) {
    kept.replace(at, norm);
    resolution.outcomes[other] = duplicate;
  }
  resolution.dropped++;
  resolution.repeats++;
}

/** Resolves a choice of few people at once. */
export const resolve = (directory: Directory, choice: RecipientChoice, rules: ResolutionRules): Resolution =>
  resolveEach(directory, choice, [rules])[0]!;

/** Resolves a choice of few people for several channels; all have the rules of stop limits of the first one. */
export function resolveEach(
  directory: Directory,
  choice: RecipientChoice,
  all: readonly ResolutionRules[],
): Resolution[] {
  if (!all.length) return [];
  const walk = gather(directory, choice, all[0]!);
  let step = walk.next();
  while (!step.done) step = walk.next();
  const candidates = step.value;
  return all.map((rules) => {
    const { settle, resolution } = beginResolution(candidates, rules);
    for (const [id, person] of directory.people) settle(id, person);
    return resolution;
  });
}

interface AddressSearch {
  found: (Address & { isPrivate: boolean }) | null;
  /** An entered address is unusable. */
  invalid: boolean;
}

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
  { hasPriority, isLimited }: Record<'hasPriority' | 'isLimited', boolean>,
): DropReason | null {
  if (!person.isActive) return 'inactive';
  if (person.optedOut && !(alarm && person.isCrisis)) return 'opted_out';
  if (informs !== undefined && person.optedOutOf.includes(informs)) return 'opted_out';
  // alarms and stop limits ask the next person instead
  if (person.isAbsent && sparesAbsent && !hasPriority && (alarm || isLimited)) return 'absent';
  if (address.found) return null;
  return address.invalid ? 'invalid_address' : 'no_address';
}
