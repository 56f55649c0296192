import type { Prepared } from '#server/alerting/launch/prepare.ts';
import {
  droppedOf,
  isAbsentIn,
  outcomeIn,
  type Recipient,
  type Resolution,
  recipientIn,
  recipientsOf,
} from '#server/alerting/recipients/resolution.ts';
import type { DropReason } from '#server/alerting/recipients/resolution-outcomes.ts';
import { inSlices } from '#server/alerting/recipients/slices.ts';
import { limits } from '#shared/limits.ts';

/** One person in a preflight. */
export interface PreflightPerson {
  personId: number;
  channels: number[];
  addresses: { target: string; isPrivate: boolean }[];
  via: string[];
  position: number;
  /** Waits for a stop limit. */
  later: boolean;
  priority: boolean;
}

/** A chosen person who would get nothing. */
export interface Unreachable {
  personId: number;
  reason: DropReason;
}

/** Counts recipients, and returns the first. */
export async function countPeople(
  prepared: readonly Prepared[],
  later: ReadonlySet<number>,
): Promise<{ count: number; first: PreflightPerson[] }> {
  const resolutions = prepared.flatMap(({ resolution }) => resolution ?? []);
  let count = 0;
  let first: Recipient[] = [];
  for (const [at, resolution] of resolutions.entries()) {
    const [before, after] = [resolutions.slice(0, at), resolutions.slice(at + 1)];
    for await (const slice of inSlices(recipientsOf(resolution))) {
      const fresh = slice.filter(({ personId }) => before.every((one) => outcomeIn(one, personId) !== 'reached'));
      count += fresh.length;
      const last = first.length < limits.maximumPage ? undefined : first.at(-1)!;
      const better = fresh.map((one) => strongestOf(one, after)).filter((one) => !last || inOrder(one, last) < 0);
      if (better.length) first = [...first, ...better].sort(inOrder).slice(0, limits.maximumPage);
    }
  }
  return { count, first: first.map(({ personId }, at) => personOf(prepared, personId, at + 1, later)) };
}

const inOrder = (a: Recipient, b: Recipient) => Number(b.priority) - Number(a.priority) || a.place - b.place;

/** Merges a person's entries: the earliest place, and any priority. */
function strongestOf(recipient: Recipient, others: readonly Resolution[]): Recipient {
  const all = others.flatMap((one) => recipientIn(one, recipient.personId) ?? []);
  if (!all.length) return recipient;
  const place = Math.min(recipient.place, ...all.map((one) => one.place));
  return { ...recipient, place, priority: recipient.priority || all.some(({ priority }) => priority) };
}

function personOf(
  prepared: readonly Prepared[],
  personId: number,
  position: number,
  later: ReadonlySet<number>,
): PreflightPerson {
  const found = prepared.flatMap(({ message, resolution }) => {
    const recipient = resolution && recipientIn(resolution, personId);
    return recipient ? [{ ...recipient, channelId: message.channelId }] : [];
  });
  return {
    personId,
    channels: [...new Set(found.map(({ channelId }) => channelId))],
    addresses: found.map(({ target, isPrivate }) => ({ target, isPrivate })),
    via: [...new Set(found.flatMap(({ via }) => via))],
    position,
    later: later.has(personId),
    priority: found.some(({ priority }) => priority),
  };
}

/** Returns chosen people who get nothing, and whether the crisis team is affected; duplicates are reached otherwise. */
export async function unreachableOf(
  resolutions: readonly Resolution[],
): Promise<{ count: number; crisis: boolean; first: Unreachable[] }> {
  const seen = new Set<number>();
  const found = { count: 0, crisis: false, first: [] as Unreachable[] };
  const served = (personId: number) =>
    resolutions.some((one) => ['reached', 'duplicate'].includes(outcomeIn(one, personId)));
  for (const resolution of resolutions) {
    for await (const slice of inSlices(droppedOf(resolution))) {
      for (const { personId, reason, isCrisis } of slice) {
        if (seen.has(personId) || served(personId)) continue;
        seen.add(personId);
        found.crisis ||= isCrisis ?? false;
        if (found.count++ < limits.peoplePerList) found.first.push({ personId, reason });
      }
    }
  }
  return found;
}

/** The effects of absences on a launch. */
export interface Absences {
  /** Absent people who get nothing. */
  spared: Set<number>;
  /** Absent people who are called because of their priority. */
  called: Set<number>;
}

/** Returns the currently absent people among the chosen ones. */
export async function absencesOf(resolutions: readonly Resolution[]): Promise<Absences> {
  const found: Absences = { spared: new Set(), called: new Set() };
  for (const resolution of resolutions) {
    for await (const slice of inSlices(droppedOf(resolution))) {
      for (const { personId, reason } of slice) if (reason === 'absent') found.spared.add(personId);
    }
    if (!resolution.isAbsent.includes(1)) continue;
    for await (const slice of inSlices(recipientsOf(resolution))) {
      for (const { personId, priority } of slice) {
        if (priority && isAbsentIn(resolution, personId)) found.called.add(personId);
      }
    }
  }
  return found;
}

/** Counts people who declined information, on a channel or altogether. */
export async function countOptedOut(resolutions: readonly Resolution[]): Promise<number> {
  const found = new Set<number>();
  for (const resolution of resolutions) {
    for await (const slice of inSlices(droppedOf(resolution))) {
      for (const { personId, reason } of slice) if (reason === 'opted_out') found.add(personId);
    }
  }
  return found.size;
}
