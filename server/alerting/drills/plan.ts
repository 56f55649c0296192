import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import type { App } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { RefusalKey } from '#shared/refusals.ts';
import { endDrill } from './end-due.ts';
import { type DrillPlan, readPlan, sealPlan } from './sealed-plan.ts';
import { allowedSpans, chooseMoment, secondsIn } from './window.ts';

const mostOpen = 10;
const mostDays = 366;
const mostLists = 50;
const shortestWindow = 3600;
const keptDays = 400;
const duration = { shortest: 5, longest: 480 };

/** In the installation's time zone. */
export type NewDrill = Omit<DrillPlan, 'startAt' | 'timeZone'>;

/** Without the moment. `plan` is null after a change of the key. */
export interface OwnDrill extends Omit<Row<'drills'>, 'plan'> {
  plan: Omit<DrillPlan, 'startAt'> | null;
}

/** Returns the drills of a user, the newest first. */
export async function listOwnDrills({ db, secrets, viewer }: SignedIn): Promise<OwnDrill[]> {
  const { rows } = await sql<Row<'drills'>>`
    select * from drills where author_id = ${viewer.id} order by planned_at desc, id limit 100`.execute(db);
  return rows.map((row) => shown(secrets, row));
}

function shown(secrets: App['secrets'], { plan: sealed, ...row }: Row<'drills'>): OwnDrill {
  const plan = readPlan(secrets, row.id, sealed);
  if (!plan) return { ...row, plan };
  const { startAt: _secret, ...rest } = plan;
  return { ...row, plan: rest };
}

/** Stores a drill with a random moment. The audit log gets it when it runs. */
export async function planDrill(ctx: SignedIn, given: NewDrill): Promise<OwnDrill> {
  refuseInvalid(given);
  await requireActive(ctx.db, 'eventTypes', 'eventType', [given.eventType]);
  await requireActive(ctx.db, 'mailingLists', 'lists', given.lists);
  const { time_zone: timeZone = 'Europe/Berlin' } = await readSettings(ctx.db, 'time_zone');
  const weekdays = [...new Set(given.weekdays)].sort();
  const window = { ...given, weekdays, timeZone };
  return inTransaction(ctx.db, async (tx) => {
    await sql`select from users where id = ${ctx.viewer.id} for no key update`.execute(tx); // counts one at a time
    const { rows } = await sql<{ open: number; now: Date }>`
      select count(*)::int as open, clock_timestamp() as now from drills
      where author_id = ${ctx.viewer.id} and state in ('planned', 'running')`.execute(tx);
    const { open, now } = rows[0]!;
    if (open >= mostOpen) throw new Refusal('error_too_many');
    const spans = allowedSpans(window, now.getTime());
    const startAt = secondsIn(spans) < shortestWindow ? null : chooseMoment(spans);
    if (!startAt) throw new Refusal('error_drill_window', { untilDay: 'error_drill_window' });
    const id = randomUUID();
    const plan = sealPlan(ctx.secrets, id, { ...window, startAt: startAt.toISOString() });
    const { rows: made } = await sql<Row<'drills'>>`
      insert into drills (id, author_id, plan) values (${id}, ${ctx.viewer.id}, ${plan}) returning *`.execute(tx);
    return shown(ctx.secrets, made[0]!);
  });
}

function refuseInvalid({ fromDay, untilDay, weekdays, fromTime, untilTime, minutes, lists }: NewDrill): void {
  const days = (Date.parse(untilDay) - Date.parse(fromDay)) / 86_400_000;
  const invalid = {
    fromDay: !isDay(fromDay),
    untilDay: !isDay(untilDay) || !(days >= 0 && days <= mostDays),
    weekdays: !weekdays.length || weekdays.some((day) => !(Number.isInteger(day) && day >= 1 && day <= 7)),
    fromTime: !isTime(fromTime),
    untilTime: !isTime(untilTime),
    minutes: !Number.isInteger(minutes) || minutes < duration.shortest || minutes > duration.longest,
    lists: lists.length > mostLists,
  };
  const wrong = Object.entries(invalid).filter(([, isWrong]) => isWrong);
  const keys = wrong.map(([name]): [string, RefusalKey] => [name, 'error_invalid_input']);
  if (keys.length) throw new Refusal('error_invalid_input', Object.fromEntries(keys));
}

const isDay = (text: string): boolean =>
  /^20\d\d-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text);

const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

export async function cancelDrill(ctx: SignedIn & Pick<App, 'jobs'>, id: string): Promise<void> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new Refusal('error_not_found');
  const isOwn = sql`id = ${id}::uuid and author_id = ${ctx.viewer.id}`;
  await inTransaction(ctx.db, async (tx) => {
    const { rows } = await sql<{ state: string }>`select state from drills where ${isOwn} for update`.execute(tx);
    const state = rows[0]?.state;
    if (state === 'planned') await sql`delete from drills where ${isOwn}`.execute(tx);
    else if (state === 'running') await endDrill(ctx, tx, id, 'cancelled');
    else throw new Refusal('error_not_found');
  });
}

/** Deletes drills that ended long ago. */
export async function purgeDrills(db: Db): Promise<void> {
  await sql`delete from drills where ended_at < clock_timestamp() - make_interval(days => ${keptDays})`.execute(db);
}
