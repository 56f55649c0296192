import type { PlannedCascade } from '#server/alerting/cascade/cascade-plan.ts';
import { planLaunch } from '#server/alerting/cascade/launch-plan.ts';
import type { Prepared } from '#server/alerting/launch/prepare.ts';
import { isMeasured } from '#server/alerting/messages/message-rows.ts';
import { chosenIn, type Resolution, standingIn, without } from '#server/alerting/recipients/resolution.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { beforeOf } from './before.ts';
import { firstAsked } from './first-asked.ts';

/** Whom messages go to now, beside what their report did already. */
export interface Aim {
  /** The messages without whom nobody asks again. */
  prepared: Prepared[];
  /** Who waits for a stop limit instead of being asked at once. */
  later: Set<number>;
  /** The stop limits that are not reached, with what is still missing. */
  limits: PlannedCascade[];
  /** How many get nothing, because they have answered. */
  answered: number;
  /** How many others get nothing, because enough come or they were told that they are not needed. */
  spared: number;
  /** How many have got it already and get it once more. */
  alreadyAsked: number;
}

/**
 * Leaves out of messages of one report whom a launch would leave out: whoever has answered, and whom only stop limits want that
 * are reached. Where that is everyone it says what a launch would refuse them for.
 */
export async function aimOf(db: Db, all: readonly Prepared[]): Promise<Aim> {
  const first = all[0];
  if (!first) return { prepared: [], later: new Set(), limits: [], answered: 0, spared: 0, alreadyAsked: 0 };
  const plan = await planLaunch(db, all);
  const people = [...new Set(all.flatMap(({ resolution }) => (resolution ? [...chosenIn(resolution)] : [])))];
  const before = await beforeOf(db, first.message.reportId, { people, cascades: plan.cascades });
  const { later, spared, limits } = firstAsked(plan, before);
  const answered = [...before.answered];
  const narrowed = all.map((one) =>
    one.resolution && isMeasured(one.message)
      ? { ...one, resolution: without(one.resolution, [...answered, ...spared]) }
      : one,
  );
  const gets = (of: readonly Prepared[], id: number) =>
    of.some(({ resolution }) => resolution && standingIn(resolution, id) === 'reached');
  const loses = (id: number) => gets(all, id) && !gets(narrowed, id);
  const isNobodyLeft = narrowed.every(({ resolution }) => resolution?.recipients === 0);
  const isEmptied = (at: number) => isNobodyLeft && (all[at]!.resolution?.recipients ?? 0) > 0;
  return {
    prepared: narrowed.map((one, at) =>
      isEmptied(at) ? { ...one, blockers: [...one.blockers, 'error_nobody_to_ask' as const] } : one,
    ),
    later,
    limits,
    answered: answered.filter(loses).length,
    spared: [...spared].filter((id) => !before.answered.has(id) && loses(id)).length,
    alreadyAsked: [...before.asked].filter((id) => !later.has(id) && gets(narrowed, id)).length,
  };
}

/** Who gets messages that address people, by message. */
export const resolutionsOf = (prepared: readonly Prepared[]): Map<number, Resolution> =>
  new Map(prepared.flatMap(({ message, resolution }) => (resolution ? [[message.id, resolution] as const] : [])));
