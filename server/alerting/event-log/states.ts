import { type RawBuilder, sql } from 'kysely';
import { closedUntilNow } from '#server/api/by-person/closed.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { Refusal } from '#server/platform/errors.ts';
import type { RefusalKey } from '#shared/refusals.ts';

/** From status, isRunning and isActive. */
export type EventState = 'draft' | 'running' | 'finished' | 'archived' | 'deleted';

const has = (identifier: string) =>
  sql`event_status_id = (select id from event_statuses where identifier = ${identifier})`;

type ShownState = Exclude<EventState, 'deleted'>;

/** The states in which an event accepts new content. */
export type OpenState = Exclude<ShownState, 'archived'>;

/** SQL conditions on events; exactly one holds for each that isn't deleted. */
export const eventStates: Record<ShownState, RawBuilder<unknown>> = {
  draft: sql`(is_active and not is_running and ${has('draft')})`,
  running: sql`(is_active and is_running)`,
  finished: sql`(is_active and not is_running and ${has('published')})`,
  archived: sql`(is_active and not is_running and ${has('archived')})`,
};

const launching = 4210;

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
    set: sql`is_running = true, by_person_closed_at = ${closedUntilNow}, finished_at = null`,
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

/** Takes the step and returns the event. A parallel caller is refused with the new state. */
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
  const state = await eventStateOf(tx, id);
  throw new Refusal(state === 'archived' ? 'error_event_archived' : (step.refusals[state] ?? 'error_not_found'));
}

/** Records the last recipient, after locking event and messages, so that it sees all writes. */
export async function noteEnd(tx: Tx, id: number): Promise<void> {
  await sql`update events set ended_after = (select max(id) from message_recipients) where id = ${id}`.execute(tx);
}

/** Locks an event against launches after running ones. Take this before reports or messages to change its state. */
export async function holdAlone(tx: Tx, id: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${launching}, ${id})`.execute(tx);
}

export async function eventStateOf(db: Db | Tx, id: number): Promise<EventState> {
  const { rows } = await sql<Record<ShownState, boolean>>`
    select ${eventStates.draft} as draft, ${eventStates.running} as running, ${eventStates.finished} as finished,
      ${eventStates.archived} as archived from events where id = ${id}`.execute(db);
  const states = ['draft', 'running', 'finished', 'archived'] as const;
  return states.find((state) => rows[0]?.[state]) ?? 'deleted';
}

/** Locks an event for new content and returns its state; refuses deleted and archived ones. */
export async function holdEvent(tx: Tx, id: number): Promise<OpenState> {
  await sql`select 1 from events where id = ${id} for no key update`.execute(tx);
  return open(await eventStateOf(tx, id));
}

/**
 * The same for callers that also lock reports or messages, such as launches: only the end of the event waits for them.
 * The start of an event excludes all. Further locks follow ARCHITECTURE.md.
 */
export async function launchInEvent(tx: Tx, id: number): Promise<OpenState> {
  await sql`
    with event as materialized (select id, ${eventStates.draft} as is_draft from events where id = ${id}),
    held as materialized (
      select 1 from events e where e.id = (select id from event where is_draft) for no key update)
    select case when is_draft then (select count(*) from held)::text
      else pg_advisory_xact_lock_shared(${launching}, ${id})::text end as held
    from event`.execute(tx);
  // a statement of its own, because it sees the state after the wait
  return open(await eventStateOf(tx, id));
}

function open(state: EventState): OpenState {
  if (state === 'deleted') throw new Refusal('error_not_found');
  if (state === 'archived') throw new Refusal('error_event_archived');
  return state;
}
