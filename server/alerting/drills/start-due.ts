import { type RawBuilder, sql } from 'kysely';
import { launch } from '#server/alerting/launch/launch.ts';
import { prepareStart } from '#server/alerting/triggers/start.ts';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { App } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { findHold } from '#server/platform/installation/held.ts';
import { describeError } from '#server/platform/log.ts';
import { usualLanguage } from '#server/platform/settings/usual-language.ts';
import { textIn } from '#shared/label.ts';
import { featuresOf } from '#shared/permissions.ts';
import { mailAuthor } from './mail-author.ts';
import { isRealEventRunning } from './real-event.ts';
import { type DrillPlan, readPlan, sealPlan } from './sealed-plan.ts';
import { allowedSpans, chooseMoment } from './window.ts';
import { drillWords } from './words.ts';

/** Milliseconds after its moment; a later drill is dropped: an outage, or a restored copy. */
const latestStart = 180_000;

/** Needed for planning and at the moment. */
export const drillRight = 'plan_drill';

type Parts = Pick<App, 'db' | 'jobs' | 'secrets' | 'log'>;

interface OpenDrill {
  id: string;
  plan: Buffer;
  authorId: number | null;
  mayStart: boolean;
  now: Date;
}

/** The clock of the database; tests pass another moment. */
export const drillClock: RawBuilder<Date> = sql<Date>`clock_timestamp()`;

/** Starts due drills, and drops those that may not start. */
export async function startDueDrills(app: Parts, at: RawBuilder<Date> = drillClock): Promise<void> {
  const planned = await findPlanned(app.db, at);
  if (!planned.length || (await findHold(app.db))) return;
  for (const drill of planned) {
    const plan = readPlan(app.secrets, drill.id, drill.plan);
    if (plan && drill.mayStart && Date.parse(plan.startAt) > drill.now.getTime()) continue;
    // retried until it would be late
    await takeTurn(app, drill.id, at).catch((error: unknown) => {
      app.log.error({ event: 'drill_start_failed', error: describeError(error) });
    });
  }
}

async function findPlanned(db: Db | Tx, at: RawBuilder<Date>, id: string | null = null): Promise<OpenDrill[]> {
  const { rows } = await sql<Omit<OpenDrill, 'mayStart'> & { isActive: boolean | null; roles: string[] | null }>`
    select d.id, d.plan, d.author_id, u.is_active, u.roles, ${at}::timestamptz as now
    from drills d left join users u on u.id = d.author_id
    where d.state = 'planned' and (${id}::uuid is null or d.id = ${id}::uuid) order by d.id`.execute(db);
  return rows.map(({ isActive, roles, ...row }) => ({
    ...row,
    mayStart: Boolean(isActive) && featuresOf(roles ?? []).includes(drillRight),
  }));
}

async function takeTurn(app: Parts, id: string, at: RawBuilder<Date>): Promise<void> {
  try {
    await withRetries(app.db, (tx) => startOrDrop(app, tx, id, at));
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // nothing was started, so another process could only have dropped it too
    await inTransaction(app.db, (tx) => drop(app, tx, id, error.key));
  }
}

/** Starts and marks a drill in one transaction under its lock. */
async function startOrDrop(app: Parts, tx: Tx, id: string, at: RawBuilder<Date>): Promise<void> {
  const { rows } = await sql`
    select from drills where id = ${id}::uuid and state = 'planned' for update skip locked`.execute(tx);
  if (!rows.length) return;
  const [drill] = await findPlanned(tx, at, id);
  if (!drill || (await findHold(tx))) return;
  const plan = readPlan(app.secrets, id, drill.plan);
  const reason = !plan ? 'unreadable' : drill.mayStart ? null : 'author';
  if (!plan || reason) return drop(app, tx, id, reason!);
  const late = drill.now.getTime() - Date.parse(plan.startAt);
  if (late < 0) return;
  if (late > latestStart) return drop(app, tx, id, 'missed');
  if (await isRealEventRunning(tx)) return postpone(app, tx, id, plan, drill.now);
  await start(app, tx, drill, plan);
}

async function postpone(app: Parts, tx: Tx, id: string, plan: DrillPlan, now: Date): Promise<void> {
  const startAt = chooseMoment(allowedSpans(plan, now.getTime()));
  if (!startAt) return drop(app, tx, id, 'real_event');
  const sealed = sealPlan(app.secrets, id, { ...plan, startAt: startAt.toISOString() });
  await sql`update drills set plan = ${sealed} where id = ${id}::uuid`.execute(tx);
}

async function drop(app: Pick<App, 'jobs' | 'secrets'>, tx: Tx, id: string, reason: string): Promise<void> {
  const { rows } = await sql<{ authorId: number | null; plan: Buffer }>`
    update drills set state = 'dropped', reason = ${reason}, ended_at = clock_timestamp()
    where id = ${id}::uuid and state = 'planned' returning author_id, plan`.execute(tx);
  const dropped = rows[0];
  if (!dropped) return;
  const plan = readPlan(app.secrets, id, dropped.plan);
  await mailAuthor(app, tx, dropped.authorId, { eventType: plan?.eventType ?? null, reason, ran: null });
}

async function start(app: Parts, tx: Tx, { id, authorId }: OpenDrill, plan: DrillPlan): Promise<void> {
  const { startAt: _moment, eventType, lists, ...window } = plan;
  const { unannounced } = textIn(drillWords, await usualLanguage(tx));
  const given = { eventTypeId: eventType, ...(lists.length ? { lists } : {}) };
  const { report, state, ready } = await prepareStart(tx, given, { userId: authorId, exercise: true }, unannounced);
  // a release would reveal it
  const withoutRelease = ready.some(({ message }) => message.requiresRelease);
  await launch(app, tx, ready, { by: authorId, state, undoSeconds: 0, withoutRelease });
  const { rows } = await sql<{ name: string }>`
    update drills d set state = 'running', event_id = e.id, report_id = ${report.id}, started_at = clock_timestamp(),
      ends_at = clock_timestamp() + make_interval(mins => ${plan.minutes})
    from events e where d.id = ${id}::uuid and e.id = ${report.eventId} returning e.name`.execute(tx);
  await appendAudit(tx, {
    by: authorId,
    action: 'create',
    type: 'Drill',
    rowId: report.eventId,
    label: rows[0]!.name,
    after: { eventType, lists, ...window },
  });
}
