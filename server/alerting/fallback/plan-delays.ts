import { sql } from 'kysely';
import { isActivation } from '#server/alerting/messages/message-rows.ts';
import { idsOf } from '#server/alerting/recipients/candidates.ts';
import { outcomeIn, type Resolution } from '#server/alerting/recipients/resolution.ts';
import { inSlices } from '#server/alerting/recipients/slices.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { stepsOf } from './channels.ts';
import { dealDelays } from './delays.ts';
import type { Planned } from './fallback-plan.ts';

/** Returns the seconds until a message leaves for a person. */
export type Delays = (messageId: number, personId: number) => number;

export async function planDelays(tx: Tx, planned: readonly Planned[]): Promise<Delays> {
  const first = planned[0]!.message;
  const chosen = planned.flatMap(({ message, resolution }) => (resolution ? [{ ...message, resolution }] : []));
  if (!isActivation(first) || chosen.length < 2) return () => 0;
  const steps = await stepsOf(tx, first.reportId);
  const orders = await ownOrders(tx, chosen);
  // people with equal channels and order share delays
  const known = new Map<string, Map<number, number>>();
  return (messageId, personId) => {
    const own = chosen.filter(({ resolution }) => outcomeIn(resolution, personId) === 'reached');
    const order = orders.get(personId) ?? [];
    const key = JSON.stringify([own.map(({ id }) => id), order]);
    const dealt = known.get(key) ?? dealDelays(steps, chosen, own, order);
    known.set(key, dealt);
    return dealt.get(messageId)!;
  };
}

interface Chosen {
  resolution: Resolution;
}

async function ownOrders(tx: Tx, chosen: readonly Chosen[]): Promise<Map<number, string[]>> {
  const orders = new Map<number, string[]>();
  for (const candidates of new Set(chosen.map(({ resolution }) => resolution.candidates))) {
    for await (const people of inSlices(idsOf(candidates))) {
      const { rows } = await sql<{ id: number; channelOrder: string[] }>`
        select id, channel_order from people where id = any(${people}) and channel_order <> '{}'`.execute(tx);
      for (const { id, channelOrder } of rows) orders.set(id, channelOrder);
    }
  }
  return orders;
}
