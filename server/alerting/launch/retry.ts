import { sql } from 'kysely';
import { databaseNow, lockCascades } from '#server/alerting/cascade/cascade-queries.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import { launchInEvent } from '#server/alerting/event-log/states.ts';
import {
  addressKindsOf,
  findMessage,
  hasProvider,
  hasRecipients,
  informedOver,
  lockMessages,
  type MessageRow,
  reachesAsAlarm,
} from '#server/alerting/messages/message-rows.ts';
import { loadDirectory } from '#server/alerting/recipients/load-directory.ts';
import { takesAddress } from '#server/alerting/recipients/original-recipients.ts';
import { type Renewal, renewRecipients } from '#server/alerting/recipients/renew.ts';
import { recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { resolve } from '#server/alerting/recipients/resolving.ts';
import { refuseRevoked } from '#server/api/viewer/still-may.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { isOneOf, messageSets } from '#shared/delivery-states.ts';
import { sendingFeature } from '#shared/permissions.ts';
import { takeLaunchKey } from './launch-key.ts';
import { requireSending } from './send.ts';

/**
 * Resends failed and expired messages to current addresses. Skips people who answered, became inactive, have no
 * address, or get the text elsewhere.
 */
export async function retryFailedRecipients(ctx: Context, id: number, launchKey: string): Promise<number> {
  const found = await findMessage(ctx.db, id);
  if (!found) throw new Refusal('error_not_found');
  requireSending(ctx, found);
  await withRetries(ctx.db, async (tx) => {
    if (!(await takeLaunchKey(tx, ctx.viewer!.id, launchKey, ['retryFailedRecipients', id]))) return;
    const state = await launchInEvent(tx, found.eventId);
    const [message] = await lockMessages(tx, found.reportId, [id]);
    if (!message) throw new Refusal('error_not_found');
    await refuseRevoked(tx, ctx.viewer!, sendingFeature(message)); // since the wait
    if (state === 'finished' && message.reportType !== 'all_clear') throw new Refusal('error_event_finished');
    if (message.isCleared) throw new Refusal('error_all_clear_given');
    if (!message.channelActive) throw new Refusal('error_channel_inactive');
    if (!hasProvider(message)) throw new Refusal('error_channel_no_provider');
    if (!isOneOf(messageSets.retryable, message.status)) throw new Refusal('error_nothing_to_retry');
    await lockCascades(tx, message.reportId);
    const renewals = await findRenewals(tx, message);
    if (!renewals.length) throw new Refusal('error_nothing_to_retry');
    const at = await databaseNow(tx);
    await renewRecipients(ctx, tx, renewals, { status: 'queued', at });
    await askAgain(tx, renewals, at);
    await reopen(tx, message, at);
    await logRetry(tx, message, renewals.length, ctx.viewer!.id);
  });
  return id;
}

interface FailedRow extends Renewal {
  personId: number | null;
}

async function findRenewals(tx: Tx, message: MessageRow): Promise<Renewal[]> {
  const { rows } = await sql<FailedRow>`
    select r.id, r.person_id, r.target_address as target, r.address_norm as norm, r.is_private
    from message_recipients r
    where r.message_id = ${message.id} and r.status in ${recipientStates.failed} and not r.superseded and not exists (
      select 1 from answers a
      where a.report_id = r.report_id and a.person_id = r.person_id and a.option_id is not null)
      and not exists (
        select 1 from messages m join messages n on n.id <> m.id
          and coalesce(n.stands_in_for_id, n.id) = coalesce(m.stands_in_for_id, m.id) and n.report_id = m.report_id
        join message_recipients o on o.message_id = n.id and o.person_id = r.person_id and o.address_norm = r.address_norm
        where m.id = r.message_id and not o.superseded and (o.status in ${recipientStates.inProgressOrConfirmed}
          or (o.status = 'sent' and o.status_reason is distinct from 'unconfirmed')))
    order by r.id for update of r`.execute(tx);
  const unnamed = rows.filter((row) => row.personId === null);
  if (!hasRecipients(message)) return unnamed;
  const people = rows.flatMap((row) => row.personId ?? []);
  const current = await currentAddresses(tx, message, people);
  const taken = await takenAddresses(tx, message.id, rows);
  const named = rows.flatMap(({ id, personId }) => {
    const address = personId === null ? undefined : current.get(personId);
    return address && !taken.has(address.norm) ? [{ id, ...address }] : [];
  });
  return [...unnamed, ...named];
}

async function currentAddresses(
  tx: Tx,
  message: MessageRow,
  people: number[],
): Promise<Map<number, Omit<Renewal, 'id'>>> {
  const choice = { lists: [], groups: [], people };
  const addresses = addressKindsOf(message);
  const directory = await loadDirectory(tx, [choice], addresses);
  const { default_country: country = 'DE' } = await readSettings(tx, 'default_country');
  const rules = {
    addresses,
    alarm: reachesAsAlarm(message),
    informs: informedOver(message),
    sparesAbsent: false, // the first attempt already asked them
    measured: false,
    waitMinutes: 1,
    country,
  };
  const recipients = [...recipientsOf(resolve(directory, choice, rules))];
  return new Map(
    recipients.map(({ personId, target, norm, isPrivate }) => [personId, { target, norm, isPrivate }] as const),
  );
}

/** Returns other recipients' addresses, against duplicates. */
async function takenAddresses(tx: Tx, messageId: number, but: readonly Renewal[]): Promise<Set<string>> {
  const { rows } = await sql<{ norm: string }>`
    select r.address_norm as norm from message_recipients r
    where r.message_id = ${messageId} and not r.superseded and ${takesAddress}
      and r.id <> all(${but.map((row) => row.id)})`.execute(tx);
  return new Set(rows.map((row) => row.norm));
}

async function askAgain(tx: Tx, renewals: readonly Renewal[], at: Date): Promise<void> {
  const { rows } = await sql<{ cascadeId: number }>`
    update cascade_members m set asked_at = ${at}, due_at = ${at}::timestamptz + make_interval(mins => c.wait_minutes)
    from cascades c, message_recipients r
    where r.id = any(${renewals.map((row) => row.id)}) and c.report_id = r.report_id and c.status in ('running', 'exhausted')
      and m.cascade_id = c.id and m.person_id = r.person_id
    returning m.cascade_id`.execute(tx);
  const ids = [...new Set(rows.map((row) => row.cascadeId))];
  if (!ids.length) return;
  await sql`update cascades set status = 'running', finished_at = null where id = any(${ids})`.execute(tx);
  await sql`insert into cascade_wakes (cascade_id) select unnest(${ids}::int[])`.execute(tx);
}

async function reopen(tx: Tx, { id, status }: MessageRow, at: Date): Promise<void> {
  if (status === 'sending') return;
  await tx
    .updateTable('messages')
    .set({ status: 'queued', releaseAt: at, finishedAt: null, error: null })
    .where('id', '=', id)
    .execute();
}

async function logRetry(tx: Tx, message: MessageRow, recipients: number, by: number): Promise<void> {
  const { id, title, channel, channelEn, eventId, reportId } = message;
  await appendLog(tx, {
    eventId,
    by,
    kind: 'message_relaunched',
    data: { message: id, title, channel, channelEn, recipients },
  });
  await publish(tx, { message: [id], report: [reportId], event: [eventId], work: true });
}
