import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { Node } from './node.ts';
import { hasEnded, machinePrefix } from './process-id.ts';

/** A recipient that was taken from a process that is gone. */
export interface Reaped {
  id: number;
  messageId: number;
  reportId: number;
  personId: number | null;
  status: 'queued' | 'failed';
}

/** So many processes died holding a recipient: it may be what kills them. */
export const crashLimit = 3;

const giveBack = sql`
  update message_recipients m set
    status = case when m.crash_count + 1 >= ${crashLimit} then 'failed' else 'queued' end,
    status_reason = case when m.crash_count + 1 >= ${crashLimit} then 'worker_crashed' end,
    crash_count = m.crash_count + 1, epoch = m.epoch + 1, owner = null, maybe_duplicate = true
  from lost where m.id = lost.id
  returning m.id, m.message_id, m.report_id, m.person_id, m.status`;

/**
 * Takes back what processes without a heartbeat had claimed, marked as possibly sent. The new epoch makes a late result
 * of the old owner void; `skip locked` lets any number of processes do this at once. Whose own heartbeat seems as old, as all
 * do when the database's clock was set forward, judges nobody.
 */
export async function reapDead(db: Db | Tx, node: Pick<Node, 'id'>, deadAfter: number): Promise<Reaped[]> {
  const { rows } = await sql<Reaped>`
    with dead_before as (select now() - ${deadAfter} * interval '1 millisecond' as moment),
    lost as (
      select r.id from message_recipients r left join nodes n on n.id = r.owner cross join dead_before d
      where r.status = 'sending' and (n.id is null or n.heartbeat_at < d.moment)
        and exists (select 1 from nodes self where self.id = ${node.id} and self.heartbeat_at >= d.moment)
      limit 1000 for update of r skip locked)
    ${giveBack}`.execute(db);
  return rows;
}

/**
 * Returns the processes of this machine that have certainly ended without leaving, as after SIGKILL. Nobody needs to wait until
 * their heartbeats are old: they can put nothing on the wire any more.
 */
export async function findEnded(db: Db | Tx): Promise<string[]> {
  const prefix = machinePrefix();
  if (prefix === null) return [];
  const { rows } = await sql<{ id: string }>`select id from nodes where starts_with(id, ${prefix})`.execute(db);
  return rows.flatMap(({ id }) => (hasEnded(id) ? id : []));
}

/** Takes back what processes that have certainly ended had claimed, marked as possibly sent, and forgets those that hold nothing more. */
export async function reapEnded(db: Db | Tx, ended: readonly string[]): Promise<Reaped[]> {
  const { rows } = await sql<Reaped>`
    with lost as (
      select id from message_recipients where status = 'sending' and owner = any(${ended}::text[])
      limit 1000 for update skip locked)
    ${giveBack}`.execute(db);
  await sql`
    delete from nodes n where n.id = any(${ended}::text[])
      and not exists (select 1 from message_recipients r where r.owner = n.id and r.status = 'sending')`.execute(db);
  return rows;
}

/**
 * Takes back what this process claimed without knowing: the answer to a claim was lost with its connection. `held` are
 * the recipients it does know of; a claim must not be under way.
 */
export async function reapOwn(
  db: Db | Tx,
  node: Pick<Node, 'id'>,
  held: readonly number[],
  olderThan: number,
): Promise<Reaped[]> {
  const { rows } = await sql<Reaped>`
    with lost as (
      select id from message_recipients
      where status = 'sending' and owner = ${node.id} and id <> all(${held}::int[])
        and claimed_at < now() - ${olderThan} * interval '1 millisecond'
      for update skip locked)
    ${giveBack}`.execute(db);
  return rows;
}

/** Forgets processes that have been gone for an hour. */
export async function forgetNodes(db: Db): Promise<void> {
  await sql`
    delete from nodes n where heartbeat_at < now() - interval '1 hour'
      and not exists (select 1 from message_recipients r where r.owner = n.id and r.status = 'sending')`.execute(db);
}
