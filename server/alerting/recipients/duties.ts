import { type Resolution, standingIn } from './resolution.ts';

/** A group of which only who is on duty is called, with how many of these something reaches. */
export interface CalledDuty {
  groupId: number;
  name: string;
  people: number;
}

/**
 * Groups of which only who is on duty is called, each with how many of these something reaches, be it under the name of
 * somebody with the same address; of several messages the most. Of those below them only the ones of which it reaches nobody.
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

/** Of these the ones of which nobody on duty is reached. */
export const uncoveredIn = (resolutions: readonly Resolution[]): CalledDuty[] =>
  dutiesOf(resolutions).filter(({ people }) => people === 0);

const isServed = (resolution: Resolution, personId: number): boolean =>
  ['reached', 'duplicate'].includes(standingIn(resolution, personId));
