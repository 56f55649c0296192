import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';

/**
 * Whether what is to be sent leaves, or what keeps it: `held` until an owner says that this is the real installation; `nobody`
 * works on it, as far as heartbeats tell; `late`: what has been due for a minute is not taken up, although its channel is
 * not in trouble.
 */
export type Sending = 'ok' | 'held' | 'nobody' | 'late';

// a worker starts after the pages, and one that died is started anew within seconds
const grace = 60;

/** Whether a worker has given a sign of life since this process started: before that nothing can be sent. */
export async function seesWorker({ db }: Pick<App, 'db'>, uptime: number): Promise<boolean> {
  const { rows } = await sql`
    select from nodes where 'worker' = any(roles)
      and heartbeat_at > clock_timestamp() - make_interval(secs => ${uptime}) limit 1`.execute(db);
  return rows.length > 0;
}

/** What keeps this installation, whichever process is asked, from sending; of one that has just started a worker is not yet missed. */
export async function sendingOf({ db }: Pick<App, 'db'>, uptime = process.uptime()): Promise<Sending> {
  const { rows } = await sql<{ sending: Sending }>`
    select case
      when exists (select from installation where held_at is not null) then 'held'
      when not exists (
        select from nodes where 'worker' = any(roles) and heartbeat_at > clock_timestamp() - make_interval(secs => ${grace}))
        and ${uptime > grace}::boolean then 'nobody'
      when not exists (select from message_recipients where status = 'sending') and exists (
        select from channels c where c.is_active and c.trouble is null and exists (
          select from message_recipients r where r.channel_id = c.id and r.status in ('queued', 'retrying')
            and r.try_at < clock_timestamp() - make_interval(secs => ${grace})
            and (r.valid_until is null or r.valid_until > clock_timestamp()))) then 'late'
      else 'ok' end as sending`.execute(db);
  return rows[0]!.sending;
}
