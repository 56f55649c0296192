import { outcomeIn, type Resolution } from './resolution.ts';

/** A group limited to people on duty, with its reached ones. */
export interface CalledDuty {
  groupId: number;
  name: string;
  people: number;
}

/**
 * Returns groups limited to people on duty with reached ones, of several messages the maximum. Lists subgroups only if
 * none is reached.
 */
export function dutiesOf(resolutions: readonly Resolution[]): CalledDuty[] {
  const found = new Map<number, CalledDuty>();
  const asked = new Set<number>();
  for (const resolution of resolutions) {
    for (const { groupId, name, people, isBelow } of resolution.duties) {
      if (!isBelow) asked.add(groupId);
      const reached = people.filter((personId) => isServed(resolution, personId)).length;
      found.set(groupId, { groupId, name, people: Math.max(reached, found.get(groupId)?.people ?? 0) });
    }
  }
  return [...found.values()].filter(({ groupId, people }) => asked.has(groupId) || people === 0);
}

/** Returns those without a reached person on duty. */
export const uncoveredIn = (resolutions: readonly Resolution[]): CalledDuty[] =>
  dutiesOf(resolutions).filter(({ people }) => people === 0);

const isServed = (resolution: Resolution, personId: number): boolean =>
  ['reached', 'duplicate'].includes(outcomeIn(resolution, personId));
