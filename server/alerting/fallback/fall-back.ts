import { sql } from 'kysely';
import { addressKindsOf, findMessage, isMeasured, type MessageRow } from '#server/alerting/messages/message-rows.ts';
import { versionFiller } from '#server/alerting/messages/versions.ts';
import { deliveryChannel } from '#server/alerting/recipients/delivery-channel.ts';
import { freezeRecipients, nextGeneration } from '#server/alerting/recipients/freeze.ts';
import { loadDirectory } from '#server/alerting/recipients/load-directory.ts';
import { type Recipient, recipientsOf } from '#server/alerting/recipients/resolution.ts';
import { resolve } from '#server/alerting/recipients/resolving.ts';
import { eventValues } from '#server/alerting/snippets/values.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import type { StepTurn } from './begin-stand-ins.ts';
import { type StepChannel, stepsOf, usableChannels } from './channels.ts';
import {
  fallbackLine,
  fallbackTextOf,
  linkToCascades,
  openFallbackMessage,
  takenAddresses,
} from './fallback-message.ts';
import { holdFree } from './hold-free.ts';
import { isTrying } from './trying.ts';

/**
 * Falls back for people whom no row reaches or will reach: to the first untried channel. The caller has locked the
 * report.
 */
export async function fallBackLost(app: Pick<App, 'secrets'>, tx: Tx, turn: StepTurn): Promise<void> {
  const { reportId, people } = turn;
  const found = await findLost(tx, reportId, people);
  if (!found.length) return;
  const free = await holdFree(
    tx,
    reportId,
    found.map((one) => one.personId),
  );
  const lost = new Map((await findLost(tx, reportId, free)).map((one) => [one.personId, one]));
  const chosen = await chosenMessage(tx, reportId);
  if (!chosen) return;
  const channels = await usableChannels(tx, reportId, await stepsOf(tx, reportId));
  for (const channel of channels) {
    if (!lost.size) return;
    const recipients = await reachable(tx, turn, channel, [...lost.values()]);
    if (recipients.length) await handOver(app, tx, turn, { chosen, channel, recipients });
    for (const { personId } of recipients) lost.delete(personId);
  }
}

interface Lost {
  personId: number;
  /** Tried, or without an address. */
  channels: number[];
  via: string[];
}

async function findLost(tx: Tx, reportId: number, people: readonly number[]): Promise<Lost[]> {
  const { rows } = await sql<Lost>`
    select o.id as person_id, array_agg(distinct m.channel_id) as channels,
      (array_agg(array_to_json(r.via) order by r.id))[1] as via
    from message_recipients r join people o on o.id = r.person_id
    join channels c on c.id = r.channel_id join messages m on m.id = r.message_id
    join reports p on p.id = r.report_id and p.all_clear_at is null join report_types t on t.id = p.report_type_id
      and t.identifier in ('activation', 'stand_down') -- information goes where its author sent it
    join events e on e.id = p.event_id and e.is_running and e.is_active
    where r.report_id = ${reportId} and r.person_id = any(${people}) and r.lane = 'alarm' and not r.superseded
      and not exists (select 1 from answers a where a.report_id = r.report_id and a.person_id = r.person_id
        and a.option_id is not null)
      and coalesce((select bool_or(k.status in ('running', 'exhausted') or cm.always) from cascade_members cm
        join cascades k on k.id = cm.cascade_id
        where k.report_id = r.report_id and cm.person_id = r.person_id), true)
    group by o.id, t.identifier
    having not bool_or(${isTrying} or r.status in ${recipientStates.reserve}
      or r.status = 'cancelled' and (r.status_reason is distinct from 'handed_over' or t.identifier = 'stand_down')
      or coalesce(r.status_reason, '') in ('absent', 'duplicate', 'inactive', 'opted_out'))`.execute(tx);
  return rows;
}

async function chosenMessage(tx: Tx, reportId: number): Promise<MessageRow | null> {
  const { rows } = await sql<{ id: number }>`
    select id from messages where report_id = ${reportId} and lane = 'alarm' and launched_at is not null and is_active
    order by handed_over, request_answer desc, id limit 1`.execute(tx);
  return rows[0] ? findMessage(tx, rows[0].id) : null;
}

async function reachable(
  tx: Tx,
  { reportId }: StepTurn,
  channel: StepChannel,
  lost: readonly Lost[],
): Promise<Recipient[]> {
  const via = new Map(
    lost.filter(({ channels }) => !channels.includes(channel.channelId)).map((one) => [one.personId, one.via]),
  );
  const choice = { lists: [], groups: [], people: [...via.keys()] };
  const addresses = addressKindsOf(channel);
  const { default_country: country = 'DE' } = await readSettings(tx, 'default_country');
  const rules = { addresses, alarm: true, sparesAbsent: false, measured: false, waitMinutes: 1, country };
  const recipients = [...recipientsOf(resolve(await loadDirectory(tx, [choice], addresses), choice, rules))];
  const taken = await takenAddresses(tx, reportId, channel.channelId);
  return recipients
    .filter(({ norm }) => !taken.has(norm))
    .map((recipient) => ({ ...recipient, via: via.get(recipient.personId)! }));
}

interface HandOver {
  chosen: MessageRow;
  channel: StepChannel;
  recipients: Recipient[];
}

async function handOver(app: Pick<App, 'secrets'>, tx: Tx, turn: StepTurn, { chosen, channel, recipients }: HandOver) {
  const { reportId, now: at, changes } = turn;
  const values = await eventValues({ db: tx, viewer: null }, chosen.eventId, { report: reportId });
  const text = await fallbackTextOf(tx, reportId, values, chosen);
  const { versions } = await versionFiller({ db: tx, viewer: null })({ ...chosen, ...text });
  const { channelId } = channel;
  const { requestAnswer, launchedBy: by } = chosen;
  const count = recipients.length;
  const message = { ...text, reportId, channelId, requestAnswer, values, versions, by, at, recipients: count };
  const messageId = await openFallbackMessage(tx, message);
  const frozen = {
    messageId,
    reportId,
    channelId: await deliveryChannel(tx, { mode: chosen.mode, channelId }),
    lane: 'alarm' as const,
    releaseAt: at,
    answers: isMeasured(chosen),
    perhapsSent: chosen.perhapsSent,
    generation: await nextGeneration(tx, messageId),
  };
  await freezeRecipients(app, tx, frozen, { recipients, dropped: [] }, { asked: () => true });
  const people = recipients.map(({ personId }) => personId);
  await linkToCascades(tx, reportId, messageId, people);
  await leaveNotice(tx, reportId, people, messageId);
  changes.messages.push(messageId);
  changes.lines.push(fallbackLine(messageId, text.title, channel, { people: count, reserve: 0 }));
}

/** Cancels waiting rows on other channels: a stand-down uses one. */
async function leaveNotice(tx: Tx, reportId: number, people: readonly number[], messageId: number): Promise<void> {
  await sql`
    with held as materialized (
      select r.id from stand_downs s join message_recipients r on r.report_id = s.notice_id
      where s.notice_id = ${reportId} and r.person_id = any(${people}) and r.message_id <> ${messageId}
        and r.status in ${recipientStates.inQueue} order by r.id for update of r)
    update message_recipients r set status = 'cancelled', status_reason = 'handed_over', try_at = null
    from held where r.id = held.id and r.status in ${recipientStates.inQueue}`.execute(tx);
}
