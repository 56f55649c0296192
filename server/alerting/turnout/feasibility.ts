import type { PlannedCascade } from '#server/alerting/cascade/cascade-plan.ts';
import { smallestGroup } from '#server/api/by-person/groups-of-five.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { experienceOf, type Known } from './experience.ts';
import { askedInTime, inTimeMinutes } from './in-time.ts';

/** An attendance forecast. */
export interface Likely {
  /** The number of people asked in time. */
  asked: number;
  /** An 80 % range: `from` to `to` people. */
  from: number;
  to: number;
  minutes: number;
  alarms: number;
}

/** Whether enough people exist, and are likely to come. */
export interface Feasibility {
  groupId: number;
  needed: number;
  available: number;
  /** Absent people who could be asked. */
  absent: number;
  feasible: boolean;
  likely: Likely;
  /** In three of four such alarms, enough come. */
  isLikelyEnough: boolean;
}

// warns of a shortfall in one of four alarms; one in two would be false calm, one in ten too frequent a warning
const calm = 0.75;

/** Forecasts stop limits launched now. */
export async function feasibilityOf(db: Db, cascades: readonly PlannedCascade[]): Promise<Feasibility[]> {
  if (!cascades.length) return [];
  const known = await experienceOf(db);
  return cascades.map(({ groupId, needed, waitMinutes, members, absent }) => {
    const available = members.length;
    const always = members.filter(({ atOnce }) => atOnce).length; // people asked regardless of the limit
    const asked = askedInTime({ needed, waitMinutes, available, always });
    // the history of fewer people would show what each of them did
    const { likely, chanceOf } = foretell(known, asked, available < smallestGroup ? null : groupId);
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

/** Forecasts attendance without a stop limit. */
export async function likelyOf(db: Db, people: number): Promise<Likely> {
  return foretell(await experienceOf(db), people, null).likely;
}

function foretell({ experience, now }: Known, asked: number, groupId: number | null) {
  const { from, to, chanceOf } = experience.forecast({ people: asked, groupId, part: now });
  return { likely: { asked, from, to, minutes: inTimeMinutes, alarms: experience.alarms }, chanceOf };
}
