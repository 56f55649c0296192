import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import type { GroupOutcome } from '#server/records/after-action/after-action.ts';

/** Answers are null for small groups. */
export interface ShownGroup {
  group: string;
  people: number;
  reached: number;
  positive: number | null;
  negative: number | null;
  neutral: number | null;
  none: number | null;
}

/** Omits answers that would identify people. */
export function shownGroup({
  name: group,
  people,
  reached,
  positive,
  negative,
  neutral,
  none,
}: GroupOutcome): ShownGroup {
  const answers = people < smallestGroup ? { positive: null, negative: null, neutral: null, none: null } : null;
  return { group, people, reached, ...(answers ?? { positive, negative, neutral, none }) };
}
