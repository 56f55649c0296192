import type { PlannedCascade } from '#server/alerting/cascade/cascade-plan.ts';
import { planLaunch } from '#server/alerting/cascade/launch-plan.ts';
import type { Prepared } from '#server/alerting/launch/prepare.ts';
import { isMeasured } from '#server/alerting/messages/message-rows.ts';
import { chosenPeople, outcomeIn, type Resolution, without } from '#server/alerting/recipients/resolution.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { firstAsked } from './first-asked.ts';
import { previousLaunches } from './previous-launches.ts';

/** The audience of messages, considering earlier ones. */
export interface EffectiveAudience {
  /** The messages without people who aren't asked again. */
  prepared: Prepared[];
  /** People who wait for a stop limit. */
  later: Set<number>;
  /** The unreached stop limits, with their remaining need. */
  limits: PlannedCascade[];
  /** The number of people excluded because they answered. */
  answered: number;
  /** Others excluded because enough come, or stood down. */
  spared: number;
  /** The number of people who get the message again. */
  alreadyAsked: number;
}

/** Excludes people who answered, and those wanted only by reached stop limits. If no one remains, adds the refusal. */
export async function effectiveAudience(db: Db, all: readonly Prepared[]): Promise<EffectiveAudience> {
  const first = all[0];
  if (!first) return { prepared: [], later: new Set(), limits: [], answered: 0, spared: 0, alreadyAsked: 0 };
  const plan = await planLaunch(db, all);
  const people = [...new Set(all.flatMap(({ resolution }) => (resolution ? [...chosenPeople(resolution)] : [])))];
  const before = await previousLaunches(db, first.message.reportId, { people, cascades: plan.cascades });
  const { later, spared, limits } = firstAsked(plan, before);
  const answered = [...before.answered];
  const narrowed = all.map((one) =>
    one.resolution && isMeasured(one.message)
      ? { ...one, resolution: without(one.resolution, [...answered, ...spared]) }
      : one,
  );
  const gets = (of: readonly Prepared[], id: number) =>
    of.some(({ resolution }) => resolution && outcomeIn(resolution, id) === 'reached');
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

/** Returns recipients by message, without publications. */
export const resolutionsOf = (prepared: readonly Prepared[]): Map<number, Resolution> =>
  new Map(prepared.flatMap(({ message, resolution }) => (resolution ? [[message.id, resolution] as const] : [])));
