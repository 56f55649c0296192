import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { distanceOf } from './distance.ts';

interface Touched {
  channelId: number;
  whole: string;
}

/**
 * Converts receipts of parts; returns the messages' external ids. A message is delivered (read) when all its parts are,
 * failed or expired as soon as one is. Locks recipients, so that parallel transactions see each other's parts.
 */
export async function joinParts(tx: Tx, condition: RawBuilder<unknown>): Promise<string[]> {
  const touched = await sql<Touched>`
    with told as materialized (
      select x.id, x.channel_id, x.external_id, p.whole, x.status, x.reason, x.at,
        ${distanceOf(sql`x.status`)} as distance
      from receipts x join message_parts p on p.channel_id = x.channel_id and p.external_id = x.external_id
      join message_recipients r on r.channel_id = p.channel_id and r.external_id = p.whole
      where ${condition} order by r.id, x.id for update of r, x),
    done as (delete from receipts where id in (select id from told)),
    furthest as (select distinct on (channel_id, external_id) * from told order by channel_id, external_id, distance desc)
    update message_parts p set status = f.status, reason = f.reason, at = f.at from furthest f
    where p.channel_id = f.channel_id and p.external_id = f.external_id
      and f.distance > ${distanceOf(sql`p.status`)}
    returning p.channel_id, p.whole`.execute(tx);
  const { rows } = touched;
  if (!rows.length) return [];
  await sql`
    insert into receipts (channel_id, external_id, status, reason, at)
    select channel_id, whole, status, reason, at from (
      select p.channel_id, p.whole, max(p.at) as at, min(p.reason) as reason,
        case when bool_or(p.status = 'failed') then 'failed' when bool_or(p.status = 'expired') then 'expired'
          when bool_and(p.status = 'read') then 'read' when bool_and(p.status in ${recipientStates.confirmed}) then 'delivered'
          else 'sent' end as status
      from message_parts p
      where (p.channel_id, p.whole) in (select * from unnest(${rows.map((row) => row.channelId)}::int[],
        ${rows.map((row) => row.whole)}::text[]))
      group by p.channel_id, p.whole) as joined
    on conflict (channel_id, external_id, status) do nothing`.execute(tx);
  return rows.map(({ whole }) => whole);
}
