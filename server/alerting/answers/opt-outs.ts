import { sql } from 'kysely';
import { adapterFor, addressKinds } from '#server/channels/registry.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { ownersOf } from './address-owners.ts';
import type { Wish } from './opt-out-words.ts';

/** A reply with a wish about its channel. */
export interface WishingReply {
  id: number;
  channelId: number;
  channelType: string;
  settings: unknown;
  fromAddress: string;
  inReplyTo: string | null;
}

/**
 * Applies a wish for all people with the address, and confirms it once. Returns whether this settles the reply: not
 * without a person, or without an earlier unsubscription.
 */
export function takeWish(app: Pick<App, 'db' | 'jobs'>, reply: WishingReply, wish: Wish): Promise<boolean> {
  return withRetries(app.db, async (tx) => {
    const people = await writersOf(tx, reply);
    if (!people.length) return false;
    const changed = await storeOptOuts(tx, people, reply.channelType, wish === 'opt_out' ? 'reply' : null);
    if (wish === 'opt_in' && !changed.length) return false;
    const { rows } = await sql<{ id: number }>`
      update replies set sorted_at = clock_timestamp(), filed_at = clock_timestamp(), wish = ${wish}
      where id = ${reply.id} and sorted_at is null returning id`.execute(tx);
    if (!rows.length || !changed.length) return true;
    const { channelId, fromAddress } = reply;
    await app.jobs.enqueue(tx, 'wish_confirmation', { channelId, address: fromAddress, person: changed[0]!, wish });
    return true;
  });
}

/** Returns the people with the address; if forgeable, only recipients of the answered message. */
async function writersOf(tx: Tx, { channelId, channelType, settings, fromAddress, inReplyTo }: WishingReply) {
  const forgeable = adapterFor(channelType, settings)?.forgeable ?? false;
  const { rows } = await sql<{ id: number }>`
    select p.id from people p where p.erased_at is null and p.id in (
      select r.person_id from message_recipients r
        where r.channel_id = ${channelId} and r.external_id = ${inReplyTo} and r.address_norm = ${fromAddress}
      union select o.person_id from ${ownersOf(sql`${fromAddress}`, addressKinds(channelType, settings))} o
        where not ${forgeable})
    order by p.id for update`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The way of an opt-out. */
export type OptOutWay = 'reply' | 'link' | 'one_click' | 'operator';

/** Stores people's opt-out from a channel type (`way`: how), or its end (null); returns the changed people. */
export async function storeOptOuts(
  tx: Tx,
  people: readonly number[],
  channelType: string,
  way: OptOutWay | null,
): Promise<number[]> {
  const type = sql`(select id from channel_types where identifier = ${channelType})`;
  const { rows } =
    way === null
      ? await sql<{ personId: number }>`
          delete from opt_outs where person_id = any(${people}) and channel_type_id = ${type} returning person_id`.execute(
          tx,
        )
      : await sql<{ personId: number }>`
          insert into opt_outs (person_id, channel_type_id, way) select id, ${type}, ${way} from unnest(${people}::int[]) as p (id)
          on conflict do nothing returning person_id`.execute(tx);
  return rows.map(({ personId }) => personId);
}
