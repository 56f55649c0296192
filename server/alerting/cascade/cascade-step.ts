/** A member's state: not asked or unanswered, the given answer, or unreachable. */
export type MemberState = 'open' | 'positive' | 'negative' | 'neutral' | 'gone';

/** One member of a cascade for the next step; moments in milliseconds. */
export interface Member {
  personId: number;
  /** Position in the call order. */
  position: number;
  /** Asked at once and never skipped. */
  always: boolean;
  askedAt: number | null;
  state: MemberState;
}

/** The next step of a cascade. */
export interface CascadeStep {
  /** People to ask now, in call order. */
  ask: number[];
  outcome: 'running' | 'reached' | 'exhausted';
  /** The end of the next wait; null without one. */
  dueAt: number | null;
}

/**
 * Computes one step of a stop limit: while fewer people are pending than answers are missing, asks the next in call
 * order. A person is pending until an answer, unreachability, or the end of their wait. Depends only on time and
 * answers.
 */
export function nextStep(
  { needed, waitMs }: { needed: number; waitMs: number },
  members: readonly Member[],
  now: number,
): CascadeStep {
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

/** A member who isn't asked while absent, unless with priority. */
export interface ReachableMember extends Member {
  isAbsent: boolean;
}

/** The same, but replaces absent members, who lose their turn. */
export function stepWithoutAbsent(
  rule: { needed: number; waitMs: number },
  members: readonly ReachableMember[],
  now: number,
): CascadeStep & { away: number[] } {
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

/** Groups members by person, because asking counts in all limits. */
export const byPerson = <M extends Member>(members: Iterable<readonly M[]>): Map<number, M[]> =>
  Map.groupBy([...members].flat(), ({ personId }) => personId);

/** Marks a person as asked in all their stop limits. */
export function markAsked(own: readonly Member[] | undefined, at: number): void {
  for (const member of own ?? []) member.askedAt ??= at;
}

/** Returns the earliest moment, or null without any. */
export const earliest = (moments: readonly number[]): number | null =>
  moments.length ? moments.reduce((first, moment) => Math.min(first, moment)) : null;
