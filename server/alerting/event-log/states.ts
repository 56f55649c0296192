import { type RawBuilder, sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** What an event is shown as; status, isRunning and isActive together. */
export type EventState = 'draft' | 'running' | 'finished' | 'archived' | 'deleted';

const has = (identifier: string) =>
  sql`event_status_id = (select id from event_statuses where identifier = ${identifier})`;

type ShownState = Exclude<EventState, 'deleted'>;

/** The states in which an event takes something new. */
export type OpenState = Exclude<ShownState, 'archived'>;

/** The states as conditions on a row of events; every event that is not deleted is in exactly one. */
export const eventStates: Record<ShownState, RawBuilder<unknown>> = {
  draft: sql`(is_active and not is_running and ${has('draft')})`,
  running: sql`(is_active and is_running)`,
  finished: sql`(is_active and not is_running and ${has('published')})`,
  archived: sql`(is_active and not is_running and ${has('archived')})`,
};

/** The lock on an event in which something is being launched. */
const launching = 4210;

/** A step of an event's life: the states it may leave, what it changes, what it is refused with elsewhere. */
interface Step {
  from: readonly ShownState[];
  set: RawBuilder<unknown>;
  refusals: Partial<Record<EventState, RefusalKey>>;
}

/** All steps of an event's life. */
export const eventSteps = {
  start: {
    from: ['draft'],
    set: sql`${has('published')}, is_running = true, is_prepared = false`,
    refusals: { running: 'error_event_running', finished: 'error_event_finished' },
  },
  finish: {
    from: ['running'],
    set: sql`is_running = false, finished_at = clock_timestamp()`,
    refusals: { draft: 'error_event_not_running', finished: 'error_event_not_running' },
  },
  continue: {
    from: ['finished'],
    set: sql`is_running = true, finished_at = null`,
    refusals: { draft: 'error_event_not_finished', running: 'error_event_running' },
  },
  archive: {
    from: ['draft', 'finished'],
    set: sql`${has('archived')}, is_prepared = false`,
    refusals: { running: 'error_event_running' },
  },
  restore: {
    from: ['archived'],
    set: sql`${has('published')}, finished_at = coalesce(finished_at, clock_timestamp())`,
    refusals: {
      draft: 'error_event_not_archived',
      running: 'error_event_not_archived',
      finished: 'error_event_not_archived',
    },
  },
  delete: {
    from: ['draft', 'finished', 'archived'],
    set: sql`is_active = false`,
    refusals: { running: 'error_event_running' },
  },
} as const satisfies Record<string, Step>;

/** A step by name. */
export type EventStep = keyof typeof eventSteps;

/**
 * Takes the step and answers the changed event. The condition stands in the statement itself, so that of two callers
 * at once only one succeeds; the other is refused with what the event has become.
 */
export async function takeStep(tx: Tx, id: number, name: EventStep): Promise<Row<'events'>> {
  const step: Step = eventSteps[name];
  if (name !== 'start') await holdAlone(tx, id);
  const from = sql.join(
    step.from.map((state) => eventStates[state]),
    sql` or `,
  );
  const { rows } = await sql<Row<'events'>>`
    update events set ${step.set} where id = ${id} and (${from}) returning *`.execute(tx);
  if (rows[0]) return rows[0];
  const state = await stateOf(tx, id);
  throw new Refusal(state === 'archived' ? 'error_event_archived' : (step.refusals[state] ?? 'error_not_found'));
}

/**
 * Notes the last recipient that there is when an event ends: a statement of its own, which the caller runs when it holds the event
 * and its messages, so that it sees whatever they were held for before.
 */
export async function noteEnd(tx: Tx, id: number): Promise<void> {
  await sql`update events set ended_after = (select max(id) from message_recipients) where id = ${id}`.execute(tx);
}

/**
 * Holds an event until the transaction ends, so that nobody launches in it meanwhile: waits for who does. Whoever changes its
 * state and holds reports or messages of it before that takes this first.
 */
export async function holdAlone(tx: Tx, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${launching}, ${id})`.execute(tx);
}

/** The state of an event; an event that never was counts as deleted. */
export async function stateOf(db: Db | Tx, id: number): Promise<EventState> {
  const { rows } = await sql<Record<ShownState, boolean>>`
    select ${eventStates.draft} as draft, ${eventStates.running} as running, ${eventStates.finished} as finished,
      ${eventStates.archived} as archived from events where id = ${id}`.execute(db);
  const states = ['draft', 'running', 'finished', 'archived'] as const;
  return states.find((state) => rows[0]?.[state]) ?? 'deleted';
}

/**
 * Holds an event that is about to get something new (report, message, log entry) until the transaction ends, and
 * answers its state; refuses deleted and archived events, which stay as they are.
 */
export async function holdEvent(tx: Tx, id: number): Promise<OpenState> {
  await sql`select 1 from events where id = ${id} for no key update`.execute(tx);
  return open(await stateOf(tx, id));
}

/**
 * The same for whoever holds reports or messages of it as well, which a launch to a whole town does for long: who finishes
 * the event waits for that, but nobody who launches, writes or takes the next step of an alarm in it does. Who starts it is
 * alone with it. What is held then is held in the order that ARCHITECTURE.md says.
 */
export async function launchInEvent(tx: Tx, id: number): Promise<OpenState> {
  const { rows } = await sql<{ isDraft: boolean }>`
    select case when ${eventStates.draft} then true
      else pg_advisory_xact_lock_shared(${launching}, ${id})::text is null end as is_draft
    from events where id = ${id}`.execute(tx);
  if (rows[0]?.isDraft) return holdEvent(tx, id);
  return open(await stateOf(tx, id));
}

function open(state: EventState): OpenState {
  if (state === 'deleted') throw new Refusal('error_not_found');
  if (state === 'archived') throw new Refusal('error_event_archived');
  return state;
}
