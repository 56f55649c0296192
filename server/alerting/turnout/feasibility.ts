import type { PlannedCascade } from '#server/alerting/cascade/cascade-plan.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { experienceOf, type Known } from './experience.ts';
import { askedInTime, inTimeMinutes } from './in-time.ts';

/** How many are likely to come. */
export interface Likely {
  /** How many are asked by then. */
  asked: number;
  /** In four of five such alarms it is as many as this to as many as `to`. */
  from: number;
  to: number;
  minutes: number;
  /** How many past alarms it was learnt from. */
  alarms: number;
}

/** Whether there are enough people for a stop limit, and whether enough of them are likely to come. */
export interface Feasibility {
  groupId: number;
  needed: number;
  available: number;
  /** How many more could be asked if they were not absent. */
  absent: number;
  feasible: boolean;
  likely: Likely;
  /** In three of four such alarms enough come. */
  isLikelyEnough: boolean;
}

// where one alarm in four falls short, somebody should look; one in two would be false calm, one in ten always the case
const calm = 0.75;

/** What can be expected of stop limits that were launched now. */
export async function feasibilityOf(db: Db, cascades: readonly PlannedCascade[]): Promise<Feasibility[]> {
  if (!cascades.length) return [];
  const known = await experienceOf(db);
  return cascades.map(({ groupId, needed, waitMinutes, members, absent }) => {
    const available = members.length;
    const always = members.filter(({ atOnce }) => atOnce).length; // whoever is asked whatever the limit says
    const asked = askedInTime({ needed, waitMinutes, available, always });
    const { likely, chanceOf } = foretell(known, asked, groupId);
    return {
      groupId,
      needed,
      available,
      absent,
      feasible: available >= needed,
      likely,
      isLikelyEnough: chanceOf(needed) >= calm,
    };
  });
}

/** How many are likely to come of people who are asked at once, without any stop limit. */
export async function likelyOf(db: Db, people: number): Promise<Likely> {
  return foretell(await experienceOf(db), people, null).likely;
}

function foretell({ experience, now }: Known, asked: number, groupId: number | null) {
  const { from, to, chanceOf } = experience.forecast({ people: asked, groupId, part: now });
  return { likely: { asked, from, to, minutes: inTimeMinutes, alarms: experience.alarms }, chanceOf };
}
