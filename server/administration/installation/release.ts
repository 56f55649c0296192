import { sql } from 'kysely';
import { storeLife } from '#server/administration/second-place/life.ts';
import { endWatchesBefore } from '#server/alerting/messages/follow-watches.ts';
import { discardMessages } from '#server/alerting/stopping/stop.ts';
import { appendAudit } from '#server/api/audit/audit.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { publish } from '#server/platform/live/live.ts';

/** Without the key, the decision isn't stated. */
type Deciding = Pick<App, 'db' | 'log'> & { secrets?: Pick<App['secrets'], 'seal'> };

/** A decision on a held installation. */
export interface HoldDecision {
  /** Discards messages due before it; null discards none. */
  discardBefore: Date | null;
  /** Null for the server's operator. */
  by: number | null;
}

/**
 * Releases a held installation: waiting messages leave except outdated ones. Marks recipients whom the original may
 * have reached as possible duplicates. Signs that this installation continues the original, which then holds itself.
 * Returns false if it wasn't held.
 */
export const releaseInstallation = ({ db, log, secrets }: Deciding, decision: HoldDecision): Promise<boolean> =>
  withRetries(db, async (tx) => {
    const before = await sql<{ former: string; asOf: Date | null }>`
      select id as former, greatest(lived_at, pg_last_xact_replay_timestamp()) as as_of from installation`.execute(tx);
    if (!(await releaseHeld(tx, log, decision))) return false;
    if (!secrets) return true;
    const after = await sql<{ id: string; at: Date }>`
      select id, clock_timestamp() as at from installation`.execute(tx);
    const [{ former, asOf }, { id, at }] = [before.rows[0]!, after.rows[0]!];
    await storeLife(tx, secrets.seal, { former, id, at, asOf: asOf ?? at });
    return true;
  });

// more than an original launches before it holds itself
const skippedNumbers = 1_000_000;

/** The same within a transaction, without the statement. */
export async function releaseHeld(tx: Tx, log: App['log'], { discardBefore, by }: HoldDecision): Promise<boolean> {
  const { rows } = await sql<{ heldAt: Date | null; heldWhy: string | null }>`
    select held_at, held_why from installation where held_at is not null for update`.execute(tx);
  const { heldAt = null, heldWhy = null } = rows[0] ?? {};
  if (!heldAt || !heldWhy) return false;
  const discarded = discardBefore ? await discardOlder(tx, discardBefore, by) : 0;
  await markMessages(tx, heldAt);
  await sql`
    with held as materialized (
      select r.id from message_recipients r join messages m on m.id = r.message_id
      where r.status in ${recipientStates.cancellable} and not r.maybe_duplicate and (m.launched_at < ${heldAt}
        or (m.handed_over or m.launched_by is null) and exists (
          select from reports p join reports q on q.event_id = p.event_id join messages o on o.report_id = q.id
          where p.id = m.report_id and o.launched_at < ${heldAt}))
      order by r.id for update of r)
    update message_recipients r set maybe_duplicate = true from held where r.id = held.id`.execute(tx);
  // they couldn't leave earlier, so they aren't late
  await sql`
    with due as materialized (
      select id from message_recipients where status in ${recipientStates.inQueue} and try_at < clock_timestamp()
      order by id for update)
    update message_recipients r set try_at = clock_timestamp() from due where r.id = due.id`.execute(tx);
  // the original may have given the next numbers to others, whose replies by mail carry them
  await sql`
    select setval(sequence, least(nextval(sequence) + ${skippedNumbers}::bigint, 2147483647))
    from (select pg_get_serial_sequence('message_recipients', 'id')::regclass as sequence) s`.execute(tx);
  // the next check records the home
  await sql`
    update installation set id = gen_random_uuid(), home = null, timeline = null, lived_at = null,
      held_at = null, held_why = null, newer_life_at = null, newer_life_as_of = null`.execute(tx);
  const row = { by, action: 'update', type: 'Installation', rowId: 1, label: heldWhy } as const;
  await appendAudit(tx, { ...row, before: { held: true }, after: { held: false, discardBefore, discarded } });
  log.warn({ event: 'installation_released', why: heldWhy, discarded, by });
  await publish(tx, { system: true, work: true, jobs: true, webhooks: true });
  return true;
}

async function markMessages(tx: Tx, heldAt: Date): Promise<void> {
  await sql`
    with held as materialized (
      select m.id from messages m join reports p on p.id = m.report_id join events e on e.id = p.event_id
      where not m.perhaps_sent and (
        m.status = 'scheduled' and m.send_at <= clock_timestamp() and m.inserted_at < ${heldAt}
        or m.launched_at < ${heldAt} and e.is_running
        or coalesce(m.launched_at, m.inserted_at) < ${heldAt}
          and exists (select from follow_up_watches w where w.message_id = m.id))
      order by m.id for no key update of m)
    update messages m set perhaps_sent = true from held where m.id = held.id`.execute(tx);
}

/** Discards everything due before a moment. */
async function discardOlder(tx: Tx, before: Date, by: number | null): Promise<number> {
  const discarded = await discardMessages(tx, before, by);
  await endWatchesBefore(tx, before);
  await sql`
    delete from pgboss.job where state < 'completed' and created_on < ${before} and name in
      ('system_mail', 'password_reset', 'situation_report_mail', 'wish_confirmation', 'trigger_answer',
        'incoming_notice', 'way_check')`.execute(tx);
  await sql`
    update way_checks set failure = 'discarded'
    where sent_at is null and failure is null and asked_at < ${before}`.execute(tx);
  await sql`
    update situation_report_mails set status = 'failed', reason = 'discarded'
    where status = 'queued' and inserted_at < ${before}`.execute(tx);
  await sql`
    update webhook_deliveries set status = 'failed', try_at = null, error = 'discarded'
    where status = 'pending' and inserted_at < ${before}`.execute(tx);
  return discarded;
}
