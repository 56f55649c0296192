import type { CascadePlan, PlannedCascade } from '#server/messages/stop-limits/cascade-plan.ts';
import { type Member, type MemberState, markAsked, nextStep } from '#server/messages/stop-limits/cascade-step.ts';
import type { Before } from './before.ts';

/** What stop limits would do at a launch now. */
export interface FirstAsked {
  /** Members who wait until others do not come. */
  later: Set<number>;
  /** Members whom nobody asks any more: their limit is reached, or they were told that they are not needed. */
  spared: Set<number>;
  /** The limits that are not reached yet, with how many are still missing and who can still come. */
  limits: PlannedCascade[];
}

/**
 * Takes the first step of the planned stop limits as a launch does: one after the other, so that whoever one of them asks
 * is asked for all, and each with what its report knows of it and of its people already.
 */
export function firstAsked({ cascades, always }: CascadePlan, before: Before): FirstAsked {
  const planned = new Set(cascades.flatMap(({ members }) => members.map(({ personId }) => personId)));
  const places = new Map(before.cascades.map(({ groupId }, at) => [groupId, at]));
  const place = ({ groupId }: PlannedCascade) => places.get(groupId) ?? places.size;
  const walked = cascades.toSorted((a, b) => place(a) - place(b)).map((cascade) => joined(cascade, planned, before));
  const all = new Map(walked.map(({ cascade, members }) => [cascade.groupId, members]));
  const later = new Set<number>();
  for (const { cascade, members } of walked) {
    const rule = { needed: cascade.needed, waitMs: cascade.waitMinutes * 60_000 };
    for (const person of nextStep(rule, members, before.now).ask) markAsked(all, person, before.now);
  }
  const limits: PlannedCascade[] = [];
  for (const { cascade, members } of walked) {
    const open = members.filter(({ state }) => state === 'open');
    const needed = cascade.needed - members.filter(({ state }) => state === 'positive').length;
    if (needed <= 0) continue;
    for (const { personId, askedAt } of open) if (askedAt === null && planned.has(personId)) later.add(personId);
    const since = before.now - cascade.waitMinutes * 60_000;
    const awaited = open.filter(
      ({ personId, askedAt }) => planned.has(personId) || askedAt === null || askedAt > since,
    );
    limits.push({ ...cascade, needed, members: awaited.map((member) => ({ ...member, priority: false })) });
  }
  const asked = new Set(
    [...all.values()]
      .flat()
      .flatMap(({ personId, askedAt, state }) => (askedAt !== null && state === 'open' ? personId : [])),
  );
  const isSpared = (id: number) => !(always.has(id) || asked.has(id) || later.has(id));
  return { later, spared: new Set([...planned].filter(isSpared)), limits };
}

interface Joined {
  cascade: PlannedCascade;
  members: Member[];
}

/** A planned stop limit with what is known of it: the greater number, the shorter wait and the people of both. */
function joined(cascade: PlannedCascade, planned: ReadonlySet<number>, before: Before): Joined {
  const known = before.cascades.find(({ groupId }) => groupId === cascade.groupId);
  const earlier = new Map(known?.members.map((member) => [member.personId, member]));
  const own = new Set(cascade.members.map(({ personId }) => personId));
  const others = (known?.members ?? []).filter(({ personId }) => !own.has(personId));
  const members = [...cascade.members, ...others].map(({ personId, always }, position): Member => {
    const isAsked = before.asked.has(personId);
    const askedAt = isAsked ? (earlier.get(personId)?.askedAt ?? null) : null;
    const waits = planned.has(personId) || before.held.has(personId);
    return {
      personId,
      position,
      always,
      askedAt,
      state: stateOf(before, personId, waits || (askedAt !== null && isAsked)),
    };
  });
  const needed = Math.max(cascade.needed, known?.needed ?? 0);
  const waitMinutes = Math.min(cascade.waitMinutes, known?.waitMinutes ?? cascade.waitMinutes);
  return { cascade: { ...cascade, needed, waitMinutes }, members };
}

function stateOf({ standings, asked }: Before, personId: number, canCome: boolean): MemberState {
  const standing = standings.get(personId);
  if (!standing) return canCome ? 'open' : 'gone';
  if (standing.coming) return 'positive';
  if (standing.kind === 'NEGATIVE') return 'negative';
  return standing.kind === 'NEUTRAL' && asked.has(personId) ? 'neutral' : 'gone';
}
