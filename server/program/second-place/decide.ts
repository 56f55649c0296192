import { sql } from 'kysely';
import { releaseHeld } from '#server/administration/installation/release.ts';
import { storeLife } from '#server/administration/second-place/life.ts';
import { tellWaiting } from '#server/alerting/progress/tell-waiting.ts';
import { wakeLost, wakeWaiting } from '#server/alerting/recipients/step-wakes.ts';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { sealLogs } from '#server/platform/seals/seal-logs.ts';
import { isReadyOwner, type Releaser } from './prove.ts';

type Deciding = Pick<App, 'db' | 'log' | 'secrets'>;

/** The order of a person to send from here. */
export interface ReleaseOrder extends Releaser {
  at: Date;
  /** Discards messages that were due before it; null discards none. */
  discardBefore: Date | null;
  /** The newest change of the other place that the standby had. */
  asOf: Date | null;
  /** Releases an emergency copy: the other place keeps its data and doesn't continue with the copy's. */
  isCopy?: boolean;
}

/** The release of a promotion: the first one that was recorded. */
export interface RecordedRelease {
  by: string;
  at: Date;
  /** It was recorded by this call. */
  isOwn: boolean;
}

/**
 * Records the release of a promoted database for the hold: waiting messages leave, sent ones may be doubled. Switches
 * channels, and seals logs. The first of several counts. Null if void: not promoted, or the right or code was lost.
 * Then the guard holds it.
 */
export async function recordRelease(app: Deciding, order: ReleaseOrder): Promise<RecordedRelease | null> {
  const recorded = await withRetries(app.db, (tx) => recordIn(tx, app, order));
  if (!recorded?.isOwn) return recorded;
  // the alarm must leave, also if a log was damaged
  await sealLogs(app).catch((error: Error) => app.log.error({ event: 'release_unsealed', error: error.name }));
  return recorded;
}

interface Installation {
  id: string;
  timeline: string;
  /** The timeline on which it last sent. */
  livedOn: string | null;
  place: 'first' | 'second';
  releasedBy: string | null;
  releasedAt: Date | null;
  releasedTimeline: string | null;
}

async function recordIn(tx: Tx, { log, secrets }: Deciding, order: ReleaseOrder): Promise<RecordedRelease | null> {
  const { rows } = await sql<Installation>`
    select substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) as timeline, timeline as lived_on, id, place,
      released_by, released_at, released_timeline
    from installation for update`.execute(tx);
  const { id: former, timeline, livedOn, place: before, releasedBy, releasedAt, releasedTimeline } = rows[0]!;
  if (releasedTimeline === timeline && releasedBy !== null && releasedAt !== null)
    return { by: releasedBy, at: releasedAt, isOwn: false };
  if (livedOn === timeline || !(await isStillRight(tx, order))) return null;
  const { name, userId, discardBefore } = order;
  await spend(tx, order);
  // the guard may not know this database; the other clock may be ahead
  await sql`
    update installation set held_at = greatest(coalesce(held_at, clock_timestamp()), pg_last_xact_replay_timestamp()),
      held_why = coalesce(held_why, 'branched')`.execute(tx);
  await releaseHeld(tx, log, { discardBefore, by: userId });
  const place = order.isCopy || before === 'first' ? 'second' : 'first';
  const { rows: done } = await sql<{ id: string; at: Date | null }>`
    update installation set place = ${place}, released_by = ${name}, released_at = clock_timestamp(),
      released_timeline = ${timeline}
    returning id, released_at as at`.execute(tx);
  const { id } = done[0]!;
  const at = done[0]!.at ?? order.at;
  if (!order.isCopy) await storeLife(tx, secrets.seal, { former, id, at, asOf: order.asOf ?? at });
  const switched = await switchChannels(tx, place);
  const way = order.releaseCodeId === null ? 'password' : 'code';
  await appendAudit(tx, {
    by: userId,
    action: 'update',
    type: 'Installation',
    rowId: 1,
    label: name,
    before: { place: before },
    after: { place, releasedBy: name, way, releaseCode: order.releaseCodeId, channelsSwitched: switched },
  });
  log.warn({ event: 'second_place_released', by: userId, way, place, timeline });
  return { by: name, at, isOwn: true };
}

/** Checks an order against what was replicated after it. */
async function isStillRight(tx: Tx, { userId, recoveryCodeId, releaseCodeId }: ReleaseOrder): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select (${userId}::int is null or exists (select from users where id = ${userId} and ${isReadyOwner}))
      and (${recoveryCodeId}::int is null
        or exists (select from recovery_codes where id = ${recoveryCodeId} and used_at is null))
      and (${releaseCodeId}::int is null
        or exists (select from release_codes where id = ${releaseCodeId} and used_at is null and revoked_at is null))
      as is`.execute(tx);
  return rows[0]!.is;
}

/** Consumes the person's codes. */
async function spend(tx: Tx, { name, userId, totpStep, recoveryCodeId, releaseCodeId }: ReleaseOrder): Promise<void> {
  if (totpStep !== null)
    await sql`
      update user_totp set last_step = greatest(last_step, ${totpStep}) where user_id = ${userId}`.execute(tx);
  if (recoveryCodeId !== null)
    await sql`
      update recovery_codes set used_at = coalesce(used_at, clock_timestamp()) where id = ${recoveryCodeId}`.execute(
      tx,
    );
  if (releaseCodeId !== null)
    await sql`
      update release_codes set used_at = clock_timestamp(), used_by = ${name}
      where id = ${releaseCodeId} and used_at is null`.execute(tx);
}

/** Switches channels of the other place off and these on, unless no other could alarm. Returns their number. */
async function switchChannels(tx: Tx, place: 'first' | 'second'): Promise<number> {
  const { rows } = await sql<{ id: number; isActive: boolean }>`
    update channels set is_active = (used_at = ${place})
    where used_at <> 'everywhere' and is_active <> (used_at = ${place}) and (used_at = ${place} or exists (
      select from channels o join channel_types t on t.id = o.channel_type_id
      where t.is_active and t.identifier <> 'exercise' and (o.used_at = ${place} or o.used_at = 'everywhere' and o.is_active)))
    returning id, is_active`.execute(tx);
  for (const { id, isActive } of rows) {
    if (!isActive) await wakeWaiting(tx, id);
    await tellWaiting(tx, id);
  }
  if (rows.some(({ isActive }) => isActive)) await wakeLost(tx);
  return rows.length;
}
