/** What a member's answer or delivery says: not asked or no answer yet, the answer given, or no way left to ask. */
export type MemberState = 'open' | 'positive' | 'negative' | 'neutral' | 'gone';

/** One person of a cascade, as the next step sees them; moments in milliseconds. */
export interface Member {
  personId: number;
  /** Place in the call order. */
  position: number;
  /** Asked at once and never skipped. */
  always: boolean;
  askedAt: number | null;
  state: MemberState;
}

/** What a cascade does now. */
export interface Step {
  /** People to ask now, in call order. */
  ask: number[];
  outcome: 'running' | 'reached' | 'exhausted';
  /** When the next wait ends; null when none is running. */
  dueAt: number | null;
}

/**
 * One step of a stop limit: while fewer people are still awaited than answers are missing, the next in call order are
 * asked. Somebody is awaited until they answer yes or no, cannot be reached, or their wait is over; an unclear answer
 * keeps waiting. Nothing but time and answers changes the result, so it can be computed again at any moment.
 */
export function nextStep(
  { needed, waitMs }: { needed: number; waitMs: number },
  members: readonly Member[],
  now: number,
): Step {
  const always = members.filter((member) => member.always && member.askedAt === null && member.state === 'open');
  const missing = needed - members.filter((member) => member.state === 'positive').length;
  const ask = always.map((member) => member.personId);
  if (missing <= 0) return { ask, outcome: 'reached', dueAt: null };

  const waits = members
    .filter((member) => member.askedAt !== null && (member.state === 'open' || member.state === 'neutral'))
    .map((member) => member.askedAt! + waitMs)
    .filter((end) => end > now);
  const queue = members
    .filter((member) => !member.always && member.askedAt === null && member.state === 'open')
    .sort((a, b) => a.position - b.position)
    .map((member) => member.personId);
  const asked = queue.slice(0, Math.max(0, missing - waits.length - ask.length));
  ask.push(...asked);
  if (ask.length) waits.push(now + waitMs);
  return { ask, outcome: waits.length ? 'running' : 'exhausted', dueAt: earliest(waits) };
}

/** A member who may be absent: then they are not asked, unless with priority. */
export interface ReachableMember extends Member {
  isAbsent: boolean;
}

/** The same step with the next who are there in place of whoever is absent, who is none of those who can be asked from now on. */
export function stepWithoutAbsent(
  rule: { needed: number; waitMs: number },
  members: readonly ReachableMember[],
  now: number,
): Step & { away: number[] } {
  const away: number[] = [];
  for (;;) {
    const step = nextStep(rule, members, now);
    const asked = new Set(step.ask);
    const absent = members.filter((member) => asked.has(member.personId) && member.isAbsent);
    if (!absent.length) return { ...step, away };
    for (const member of absent) {
      member.state = 'gone';
      away.push(member.personId);
    }
  }
}

/** The members of all stop limits of a report by person: one limit asks for the others too. */
export const byPerson = <M extends Member>(members: Iterable<readonly M[]>): Map<number, M[]> =>
  Map.groupBy([...members].flat(), ({ personId }) => personId);

/** Notes in all of a person's stop limits that they are asked. */
export function markAsked(own: readonly Member[] | undefined, at: number): void {
  for (const member of own ?? []) member.askedAt ??= at;
}

/** The first of some moments; null of none. */
export const earliest = (moments: readonly number[]): number | null =>
  moments.length ? moments.reduce((first, moment) => Math.min(first, moment)) : null;
