import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { type Lane, lifetimeMinutes } from '#server/alerting/messages/lanes.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { sha256, tokenOf } from '#server/platform/secrets.ts';

/** A recipient row to replace, and the new row's address. */
export interface Renewal {
  id: number;
  target: string;
  norm: string;
  isPrivate: boolean;
}

/** SQL: when a request may leave with message `g`: not while it can be undone. */
export const leavesAt = (at: Date): RawBuilder<Date> =>
  sql`case when g.status = 'queued' then greatest(${at}::timestamptz, g.release_at) else ${at}::timestamptz end`;

/**
 * Replaces final rows by the next generation, `queued` or `pending`. Old rows keep their answer links, outside of lists
 * and counts.
 */
export async function renewRecipients(
  app: Pick<App, 'secrets'>,
  tx: Tx,
  rows: readonly Renewal[],
  { status, at }: { status: 'queued' | 'pending'; at: Date },
): Promise<void> {
  if (!rows.length) return;
  const nonces = rows.map(() => randomBytes(16));
  const hashes = nonces.map((nonce) => sha256(tokenOf(app.secrets.link, nonce)));
  const minutes = (lane: Lane) => sql`${lifetimeMinutes[lane]}::int`;
  await sql`
    with old as (
      update message_recipients r set superseded = true
      from unnest(${rows.map((row) => row.id)}::int[], ${rows.map((row) => row.target)}::text[],
        ${rows.map((row) => row.norm)}::text[], ${rows.map((row) => row.isPrivate)}::boolean[],
        ${nonces}::bytea[], ${hashes}::bytea[]) as x (id, target, norm, private, new_nonce, new_hash), messages g
      where r.id = x.id and not r.superseded and g.id = r.message_id
      returning r.id, r.message_id, r.report_id, r.channel_id, r.person_id, r.via, r.lane, r.delay_seconds, r.token_hash,
        x.target, x.norm, x.private, x.new_nonce, x.new_hash, ${leavesAt(at)} as leaves_at)
    insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm,
      is_private, via, lane, delay_seconds, status, try_at, valid_until, nonce, token_hash, generation)
    select message_id, report_id, channel_id, person_id, target, norm, private, via, lane, delay_seconds, ${status},
      case when ${status} = 'queued' then leaves_at end,
      case when ${status} = 'queued' then leaves_at + make_interval(mins => case lane
        when 'alarm' then ${minutes('alarm')} when 'bulk' then ${minutes('bulk')} else ${minutes('normal')} end) end,
      new_nonce, case when token_hash is not null then new_hash end,
      (select max(generation) + 1 from message_recipients g where g.message_id = old.message_id)
    from old order by id`.execute(tx);
}
