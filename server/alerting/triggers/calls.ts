import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import type { TriggerWay } from '#shared/trigger-ways.ts';

/** The result of a call to start or stop an alarm. */
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

/** A caller and the way of the call. */
export interface TriggerCaller {
  triggerId: number;
  way: TriggerWay;
  /** The caller's id: repetitions are the same call. */
  key: string;
  /** Number, address or key, if known. */
  address: string | null;
  /** The user with the number or address. */
  userId: number | null;
  channelId: number | null;
  exercise: boolean;
}

/** A finished call. */
export type FinishedCall = Row<'triggerCalls'>;

/** Records a call that started nothing, or updates it. */
export async function recordCall(
  db: Db | Tx,
  caller: TriggerCaller,
  outcome: CallOutcome,
  more: { reason?: string; startedBy?: number } = {},
): Promise<FinishedCall> {
  const { reason = null, startedBy = null } = more;
  const { rows } = await sql<FinishedCall>`
    insert into trigger_calls (trigger_id, way, caller_key, caller, user_id, channel_id, outcome, reason, started_by, exercise)
    values (${caller.triggerId}, ${caller.way}, ${caller.key}, ${caller.address}, ${caller.userId}, ${caller.channelId},
      ${outcome}, ${reason}, ${startedBy}, ${caller.exercise})
    on conflict on constraint trigger_calls_key do update set outcome = excluded.outcome, reason = excluded.reason,
      started_by = excluded.started_by, exercise = excluded.exercise, at = clock_timestamp()
    where trigger_calls.outcome not in ('started', 'repeated')
    returning *`.execute(db);
  return rows[0] ?? (await findCall(db, caller))!;
}

/** Returns the call of a key, if any. */
export async function findCall(
  db: Db | Tx,
  { triggerId, way, key }: Pick<TriggerCaller, 'triggerId' | 'way' | 'key'>,
): Promise<FinishedCall | null> {
  const { rows } = await sql<FinishedCall>`
    select * from trigger_calls where trigger_id = ${triggerId} and way = ${way} and caller_key = ${key}`.execute(db);
  return rows[0] ?? null;
}

/** Deletes calls after 90 days; successful ones go with their event. */
export async function purgeCalls(db: Db): Promise<void> {
  await sql`delete from trigger_calls where event_id is null and at < now() - interval '90 days'`.execute(db);
}
