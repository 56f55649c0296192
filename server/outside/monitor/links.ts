import { randomBytes } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { holdEvent } from '#server/alerting/event-log/states.ts';
import type { Row } from '#server/api/graphql/types.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { sha256 } from '#server/platform/secrets.ts';
import { hoursAfterEnd } from '#shared/monitor.ts';

/** Links per event. */
const mostOfEvent = 20;

/** SQL: link `l` of event `e` is valid. */
const holds: RawBuilder<boolean> = sql`(l.revoked_at is null and e.is_active
  and (e.is_running or e.finished_at > clock_timestamp() - make_interval(hours => ${hoursAfterEnd}))
  and e.event_status_id = (select id from event_statuses where identifier = 'published'))`;

/** Returns an event's valid links, newest first. */
export async function listLinks(db: Db, eventId: number): Promise<Row<'monitorLinks'>[]> {
  const { rows } = await sql<Row<'monitorLinks'>>`
    select l.* from monitor_links l join events e on e.id = l.event_id
    where l.event_id = ${eventId} and ${holds} order by l.id desc`.execute(db);
  return rows;
}

/** Creates a monitor link and returns its token once; stored as a hash. */
export async function createLink(
  ctx: Context,
  eventId: number,
): Promise<{ link: Row<'monitorLinks'>; address: string }> {
  const token = randomBytes(16).toString('base64url');
  const by = ctx.viewer!.id;
  const link = await inTransaction(ctx.db, async (tx) => {
    if ((await holdEvent(tx, eventId)) !== 'running') throw new Refusal('error_event_not_running');
    if ((await listLinks(tx, eventId)).length >= mostOfEvent) throw new Refusal('error_too_many');
    const made = await tx
      .insertInto('monitorLinks')
      .values({ eventId, tokenHash: sha256(token), insertedBy: by })
      .returningAll()
      .executeTakeFirstOrThrow();
    await appendLog(tx, { eventId, by, kind: 'monitor_link_created', data: { monitorLink: made.id } });
    await publish(tx, { event: [eventId] });
    return made;
  });
  return { link, address: `${ctx.publicUrl}/#/event/${eventId}/monitor/${token}` };
}

/** Revokes a link and closes its monitors. Idempotent. */
export async function revokeLink(ctx: Context, id: number): Promise<Row<'monitorLinks'>> {
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    const found = await tx.selectFrom('monitorLinks').selectAll().where('id', '=', id).executeTakeFirst();
    if (!found) throw new Refusal('error_not_found');
    await holdEvent(tx, found.eventId);
    const revoked = await tx
      .updateTable('monitorLinks')
      .set({ revokedAt: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .where('revokedAt', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!revoked) return found;
    const { eventId } = revoked;
    await appendLog(tx, { eventId, by, kind: 'monitor_link_revoked', data: { monitorLink: id } });
    await publish(tx, { event: [eventId], monitor: [id] });
    return revoked;
  });
}

/** Returns the event's valid link with this token, or null. */
export async function findLink(db: Db, eventId: number, token: string): Promise<number | null> {
  const { rows } = await sql<{ id: number }>`
    select l.id from monitor_links l join events e on e.id = l.event_id
    where l.event_id = ${eventId} and l.token_hash = ${sha256(token)} and ${holds}`.execute(db);
  return rows[0]?.id ?? null;
}

/** Returns those of these links that are still valid. */
export async function linksThatHold(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select l.id from monitor_links l join events e on e.id = l.event_id
    where l.id = any(${ids}) and ${holds}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Records that these links are in use now. */
export async function noteUse(db: Db, ids: readonly number[]): Promise<void> {
  await sql`update monitor_links set used_at = clock_timestamp() where id = any(${ids})`.execute(db);
}
