import type { CascadePlan, PlannedCascade, PlannedMember } from '#server/alerting/cascade/cascade-plan.ts';
import {
  byPerson,
  type CascadeStep,
  type MemberState,
  markAsked,
  type ReachableMember,
  stepWithoutAbsent,
} from '#server/alerting/cascade/cascade-step.ts';
import { withoutIdle } from '#server/alerting/cascade/launch-plan.ts';
import type { KnownCascade, PreviousLaunches } from './previous-launches.ts';

/** The first step of stop limits in a launch. */
export interface FirstAsked {
  /** Members in reserve. */
  later: Set<number>;
  /** Unneeded or stood-down members. */
  spared: Set<number>;
  /** Unreached limits with people who can come. */
  limits: PlannedCascade[];
}

/** Computes the first step of all stop limits like a launch: asking in one counts in all. */
export function firstAsked(plan: CascadePlan, before: PreviousLaunches): FirstAsked {
  const getting = new Set(plan.cascades.flatMap(({ members }) => members.map(({ personId }) => personId)));
  const walked = joined(plan, before);
  const people = byPerson(walked.map(({ members }) => members));
  for (const one of walked.filter(({ rests }) => !rests)) {
    const rule = { needed: one.needed, waitMs: one.waitMinutes * 60_000 };
    const step = stepWithoutAbsent(rule, one.members, before.now);
    for (const person of step.ask) markAsked(people.get(person), before.now);
    one.outcome = step.outcome;
  }
  const later = new Set<number>();
  const spared = new Set<number>();
  const memberships = Map.groupBy(
    walked.flatMap((limit) => limit.members.map((member) => ({ limit, member }))),
    ({ member }) => member.personId,
  );
  for (const personId of getting) {
    const fate = fateOf(memberships.get(personId) ?? [], plan.asked.has(personId));
    if (fate === 'spared') spared.add(personId);
    else if (fate === 'later') later.add(personId);
  }
  return { later, spared, limits: walked.flatMap((limit) => openLimit(limit, getting, before.now)) };
}

interface Walked {
  needed: number;
  waitMinutes: number;
  planned: PlannedCascade | null;
  /** Reached, and the launch adds nothing. */
  rests: boolean;
  members: ReachableMember[];
  outcome: CascadeStep['outcome'];
}

function fateOf(
  own: readonly { limit: Walked; member: ReachableMember }[],
  atOnce: boolean,
): 'asked' | 'later' | 'spared' {
  const wanting = own.filter(({ member, limit }) => member.always || limit.outcome !== 'reached');
  if (!wanting.length) return 'spared';
  if (atOnce) return 'asked';
  const open = wanting.filter(({ member }) => member.state === 'open');
  if (open.some(({ member }) => member.askedAt !== null)) return 'asked';
  return open.length ? 'later' : 'spared';
}

function openLimit({ planned, needed, waitMinutes, members }: Walked, getting: ReadonlySet<number>, now: number) {
  const missing = needed - members.filter(({ state }) => state === 'positive').length;
  if (!planned || missing <= 0) return [];
  const since = now - waitMinutes * 60_000;
  const own = new Map(planned.members.map((member) => [member.personId, member]));
  const awaited = members
    .filter(({ state }) => state === 'open')
    .filter(({ personId, askedAt }) => getting.has(personId) || askedAt === null || askedAt > since)
    .map(({ personId, position, always }): PlannedMember => {
      const { priority = false, atOnce = always, joins = false } = own.get(personId) ?? {};
      return { personId, position, priority, always, atOnce, joins };
    });
  return [{ ...planned, needed: missing, waitMinutes, members: awaited }];
}

/** Returns a launch's limits in order: current and planned ones. */
function joined(plan: CascadePlan, before: PreviousLaunches): Walked[] {
  const known = new Map(before.cascades.map((one) => [one.groupId, one]));
  const own = new Map([...known].map(([id, one]) => [id, new Map(one.members.map((m) => [m.personId, m]))]));
  const isMember = (groupId: number, personId: number) => own.get(groupId)?.has(personId) ?? false;
  const answered = new Set([...before.answerStates].flatMap(([personId, { kind }]) => (kind ? personId : [])));
  const kept = withoutIdle(plan.cascades, { answered, isMember });
  const planned = new Map(kept.map((cascade) => [cascade.groupId, cascade]));
  const getting = new Set(plan.cascades.flatMap(({ members }) => members.map(({ personId }) => personId)));
  const looked = before.cascades.filter(({ groupId, status }) => planned.has(groupId) || status !== 'stopped');
  const fresh = kept.filter(({ groupId }) => !known.has(groupId));
  const asking = { ...before, getting, atOnce: plan.asked };
  const drawn = [
    ...looked.map((one) => drawnOf(planned.get(one.groupId), one, asking)),
    ...fresh.map((one) => drawnOf(one, undefined, asking)),
  ];
  const anew = new Set(
    drawn.flatMap(({ members }) => members.flatMap((one) => (one.askedAt === before.now ? one.personId : []))),
  );
  return drawn.map(({ members, ...limit }) => ({
    ...limit,
    members: members
      .map(({ canCome, ...member }) => ({ ...member, state: stateOf({ ...member, canCome }, before, anew) }))
      .sort((a, b) => a.position - b.position || a.personId - b.personId),
  }));
}

interface Asking extends PreviousLaunches {
  /** People who get one of the messages. */
  getting: ReadonlySet<number>;
  atOnce: ReadonlySet<number>;
}

type Drawn = Omit<ReachableMember, 'state'> & { canCome: boolean };

/** Merges limits: greater number, shorter wait, all people. */
function drawnOf(planned: PlannedCascade | undefined, known: KnownCascade | undefined, asking: Asking) {
  const rests = !planned && known?.status === 'reached';
  const earlier = new Map(known?.members.map((member) => [member.personId, member]));
  const members = new Map(planned?.members.map((member) => [member.personId, member]));
  const listed = [...members.values()].filter(({ joins }) => !joins).length;
  const last = (known?.members ?? []).reduce((greatest, { position }) => Math.max(greatest, position), listed - 1);
  const places = new Map([...members.keys()].map((personId, at) => [personId, last + 1 + at]));
  const drawn = [...new Set([...members.keys(), ...earlier.keys()])].map((personId): Drawn => {
    const [own, old] = [members.get(personId), earlier.get(personId)];
    const position = own && !own.joins ? own.position : (old?.position ?? places.get(personId)!);
    return {
      ...{ personId, position },
      always: (own?.always ?? false) || (old?.always ?? false),
      isAbsent: !own && (old?.isAbsent ?? false),
      ...askedIn(personId, old?.askedAt ?? null, own?.joins ?? false, asking),
    };
  });
  return {
    planned: planned ?? null,
    rests,
    needed: Math.max(planned?.needed ?? 0, known?.needed ?? 0),
    waitMinutes: Math.min(...[planned, known].flatMap((one) => one?.waitMinutes ?? [])),
    members: drawn,
    outcome: rests ? ('reached' as const) : ('running' as const),
  };
}

/** Returns when a person counts as asked, and whether a message can leave. */
function askedIn(personId: number, known: number | null, joins: boolean, asking: Asking) {
  const hasAnswered = Boolean(asking.answerStates.get(personId)?.kind);
  const leaves = asking.getting.has(personId) && asking.atOnce.has(personId) && !hasAnswered;
  const wasReached = asking.asked.has(personId);
  const askedAt = leaves && (joins || !wasReached || known === null) ? asking.now : known;
  const waits = !hasAnswered && (asking.held.has(personId) || (asking.getting.has(personId) && !leaves));
  const isAlive = wasReached || leaves;
  return { askedAt: waits && !isAlive ? null : askedAt, canCome: waits || (askedAt !== null && isAlive) };
}

function stateOf(
  { personId, askedAt, canCome }: Drawn,
  { answerStates }: PreviousLaunches,
  anew: ReadonlySet<number>,
): MemberState {
  const { kind = null, coming = false, told = false } = answerStates.get(personId) ?? {};
  if (coming) return 'positive';
  if (kind === 'NEGATIVE') return 'negative';
  if (kind === 'POSITIVE' || (told && !anew.has(personId))) return 'gone';
  if (kind === 'NEUTRAL') return askedAt !== null ? 'neutral' : 'gone';
  return canCome ? 'open' : 'gone';
}
