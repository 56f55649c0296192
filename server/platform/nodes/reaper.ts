import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { Node } from './node.ts';
import { hasEnded, machinePrefix } from './process-id.ts';

/** A recipient taken back from a dead process. */
export interface Reaped {
  id: number;
  messageId: number;
  reportId: number;
  personId: number | null;
  status: 'queued' | 'failed';
}

/** The number of processes that died with a recipient, after which it may be the cause. */
export const crashLimit = 3;

const giveBack = sql`
  update message_recipients m set
    status = case when m.crash_count + 1 >= ${crashLimit} then 'failed' else 'queued' end,
    status_reason = case when m.crash_count + 1 >= ${crashLimit} then 'worker_crashed' end,
    crash_count = m.crash_count + 1, epoch = m.epoch + 1, owner = null, maybe_duplicate = true
  from lost where m.id = lost.id
  returning m.id, m.message_id, m.report_id, m.person_id, m.status`;

/**
 * Takes back the claims of processes without a heartbeat, marked as possibly sent. The new epoch voids late results. A
 * process whose own heartbeat seems old, because the database's clock jumped, judges no other.
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

/** Returns this machine's processes that certainly ended without leaving, as after SIGKILL. */
export async function findEnded(db: Db | Tx): Promise<string[]> {
  const prefix = machinePrefix();
  if (prefix === null) return [];
  const { rows } = await sql<{ id: string }>`select id from nodes where starts_with(id, ${prefix})`.execute(db);
  return rows.flatMap(({ id }) => (hasEnded(id) ? id : []));
}

/** Takes back the claims of ended processes, marked as possibly sent. */
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

/** Takes back claims whose response was lost. `held` are the known recipients; call it without a claim in progress. */
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

/** Deletes processes that have been gone for an hour. */
export async function forgetNodes(db: Db): Promise<void> {
  await sql`
    delete from nodes n where heartbeat_at < now() - interval '1 hour'
      and not exists (select 1 from message_recipients r where r.owner = n.id and r.status = 'sending')`.execute(db);
}
