import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { TriggerWay } from '#shared/trigger-ways.ts';

/** What became of somebody's wish to start an alarm, or to take it back. */
export type CallOutcome =
  | 'started'
  | 'repeated'
  | 'refused'
  | 'wrong_pin'
  | 'no_pin'
  | 'locked'
  | 'unknown_sender'
  | 'cancelled'
  | 'too_late';

/** Who wants it, and by which way. */
export interface Caller {
  triggerId: number;
  way: TriggerWay;
  /** What the caller's side calls the request: the same again is the same. */
  key: string;
  /** Number, address or key, as far as known. */
  address: string | null;
  /** The user whose number or address it is. */
  userId: number | null;
  /** Where the answer goes. */
  channelId: number | null;
  exercise: boolean;
}

/** A call as it ended. */
export type Call = Row<'triggerCalls'>;

/** Writes down a call that started nothing, for administrators to see; the same again changes its line. */
export async function recordCall(
  db: Db | Tx,
  caller: Caller,
  outcome: CallOutcome,
  more: { reason?: string; startedBy?: number } = {},
): Promise<Call> {
  const { reason = null, startedBy = null } = more;
  const { rows } = await sql<Call>`
    insert into trigger_calls (trigger_id, way, caller_key, caller, user_id, channel_id, outcome, reason, started_by, exercise)
    values (${caller.triggerId}, ${caller.way}, ${caller.key}, ${caller.address}, ${caller.userId}, ${caller.channelId},
      ${outcome}, ${reason}, ${startedBy}, ${caller.exercise})
    on conflict on constraint trigger_calls_key do update set outcome = excluded.outcome, reason = excluded.reason,
      started_by = excluded.started_by, exercise = excluded.exercise, at = clock_timestamp()
    where trigger_calls.outcome not in ('started', 'repeated')
    returning *`.execute(db);
  return rows[0] ?? (await findCall(db, caller))!;
}

/** The call of this key, when there was one. */
export async function findCall(
  db: Db | Tx,
  { triggerId, way, key }: Pick<Caller, 'triggerId' | 'way' | 'key'>,
): Promise<Call | null> {
  const { rows } = await sql<Call>`
    select * from trigger_calls where trigger_id = ${triggerId} and way = ${way} and caller_key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Forgets calls after 90 days; those that started something go with their event. */
export async function purgeCalls(db: Db): Promise<void> {
  await sql`delete from trigger_calls where event_id is null and at < now() - interval '90 days'`.execute(db);
}
