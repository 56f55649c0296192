import { sql } from 'kysely';
import type { Tx } from '#server/database/connect.ts';
import { isActivation } from '#server/messages/message-rows.ts';
import { stepsOf } from './channels.ts';
import { dealDelays } from './delays.ts';
import type { Planned } from './hand-over-plan.ts';

/** Seconds after which a message comes to each of its people, by message; everything else comes at once. */
export type Delays = ReadonlyMap<number, ReadonlyMap<number, number>>;

/** The steps of messages that are launched together; none where they are no alarm. */
export async function planDelays(tx: Tx, planned: readonly Planned[]): Promise<Delays> {
  const first = planned[0]!.message;
  if (!isActivation(first)) return new Map();
  const chosen = planned.flatMap(({ message, resolution }) => (resolution ? [{ ...message, resolution }] : []));
  const own = new Map<number, { id: number; channelType: string }[]>();
  for (const { id, channelType, resolution } of chosen) {
    for (const { personId } of resolution.recipients) {
      const messages = own.get(personId);
      if (messages) messages.push({ id, channelType });
      else own.set(personId, [{ id, channelType }]);
    }
  }
  const steps = await stepsOf(tx, first.eventId);
  const orders = await ownOrders(tx, [...own.keys()]);
  const delays = new Map(chosen.map(({ id }) => [id, new Map<number, number>()]));
  for (const [personId, messages] of own) {
    const dealt = dealDelays(steps, chosen, messages, orders.get(personId) ?? []);
    for (const [id, delay] of dealt) if (delay > 0) delays.get(id)!.set(personId, delay);
  }
  return delays;
}

async function ownOrders(tx: Tx, people: readonly number[]): Promise<Map<number, string[]>> {
  const { rows } = await sql<{ id: number; channelOrder: string[] }>`
    select id, channel_order from people where id = any(${people}) and channel_order <> '{}'`.execute(tx);
  return new Map(rows.map(({ id, channelOrder }) => [id, channelOrder]));
}
