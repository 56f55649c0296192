import { sql } from 'kysely';
import type { App } from '#server/platform/context.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { isPathFailing } from './path-failing.ts';

/**
 * Whether due messages leave:
 * - `held`: an owner has to confirm the installation
 * - `nobody`: no worker has a recent heartbeat
 * - `late`: a recipient has been due for a minute on a working channel, and none is being sent to
 * - `failing`: the last two synthetic alarms failed
 */
export type Sending = 'ok' | 'held' | 'nobody' | 'late' | 'failing';

// seconds until a worker starts or is replaced
const grace = 60;

/** Returns whether a worker has written a heartbeat since this process started. */
export async function seesWorker({ db }: Pick<App, 'db'>, uptime: number): Promise<boolean> {
  const { rows } = await sql`
    select from nodes where 'worker' = any(roles)
      and heartbeat_at > clock_timestamp() - make_interval(secs => ${uptime}) limit 1`.execute(db);
  return rows.length > 0;
}

/** Returns the same in every process. In the first minute after a start, missing ones count as `ok`. */
export async function sendingOf({ db }: Pick<App, 'db'>, uptime = process.uptime()): Promise<Sending> {
  const { rows } = await sql<{ sending: Sending }>`
    select case
      when exists (select from installation where held_at is not null) then 'held'
      when not exists (
        select from nodes where 'worker' = any(roles) and heartbeat_at > clock_timestamp() - make_interval(secs => ${grace}))
        and ${uptime > grace}::boolean then 'nobody'
      when exists (
        select from due_messages(1) d join channels c on c.id = d.channel_id
        where c.is_active and c.trouble is null and d.oldest < clock_timestamp() - make_interval(secs => ${grace})
          and exists (
            select from message_recipients r where r.message_id = d.message_id and r.channel_id = d.channel_id
              and r.status in ${recipientStates.inQueue} and r.try_at < clock_timestamp() - make_interval(secs => ${grace})
              and (r.valid_until is null or r.valid_until > clock_timestamp())))
        and not exists (select from message_recipients where status = 'sending') then 'late'
      when ${uptime > grace}::boolean and ${isPathFailing()} then 'failing'
      else 'ok' end as sending`.execute(db);
  return rows[0]!.sending;
}
