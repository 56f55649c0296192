import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { App } from '#server/context.ts';
import type { Tx } from '#server/database/connect.ts';
import { type Lane, lifetimeMinutes } from '#server/messages/lanes.ts';
import { sha256, tokenOf } from '#server/secrets.ts';

/** A recipient row that is replaced by a new one, and the address the new one goes to. */
export interface Renewal {
  id: number;
  target: string;
  norm: string;
  isPrivate: boolean;
}

/**
 * Replaces recipient rows that are final by new ones of the next generation, `queued` at once or `pending` for a stop
 * limit. The old rows stay, with their answer links, and are left out of lists and counts.
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
        ${nonces}::bytea[], ${hashes}::bytea[]) as x (id, target, norm, private, new_nonce, new_hash)
      where r.id = x.id and not r.superseded
      returning r.id, r.message_id, r.report_id, r.channel_id, r.person_id, r.via, r.lane, r.delay_seconds, r.token_hash,
        x.target, x.norm, x.private, x.new_nonce, x.new_hash)
    insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm,
      is_private, via, lane, delay_seconds, status, try_at, valid_until, nonce, token_hash, generation)
    select message_id, report_id, channel_id, person_id, target, norm, private, via, lane, delay_seconds, ${status},
      case when ${status} = 'queued' then ${at}::timestamptz end,
      case when ${status} = 'queued' then ${at}::timestamptz + make_interval(mins => case lane
        when 'alarm' then ${minutes('alarm')} when 'bulk' then ${minutes('bulk')} else ${minutes('normal')} end) end,
      new_nonce, case when token_hash is not null then new_hash end,
      (select max(generation) + 1 from message_recipients g where g.message_id = old.message_id)
    from old order by id`.execute(tx);
}
