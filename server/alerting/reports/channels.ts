import { sql } from 'kysely';
import { launchInEvent } from '#server/alerting/event-log/states.ts';
import { takeLaunchKey } from '#server/alerting/launch/launch-key.ts';
import { hasRecipients, lockMessages, lockReport } from '#server/alerting/messages/message-rows.ts';
import { canAddMessage } from '#server/alerting/messages/report-rules.ts';
import { choose, mayChoose, type NewChoice, wantFor } from '#server/alerting/recipients/choose-recipients.ts';
import { withdrawn } from '#server/alerting/snippets/withdrawn.ts';
import type { Row } from '#server/api/graphql/types.ts';
import { requireActive } from '#server/api/input.ts';
import { providerFor } from '#server/channels/registry.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { publish } from '#server/platform/live/live.ts';
import { insertDrafts } from './drafts.ts';
import { activationLists, reportTypeOf } from './queries.ts';
import { publishReport, requireFeature, requireReport } from './report.ts';

/** Other recipients, function, and key of new drafts. */
export interface Added {
  choice: NewChoice;
  /** The group of one of the report's stop limits, which counts these people's yes. */
  forGroup?: number | null | undefined;
  key?: string | null | undefined;
}

/**
 * Creates a draft per channel with the newest message's or given recipients. Idempotent by key. Refuses unusable
 * channels, and a second message if the type allows one.
 */
export async function addReportChannels(
  ctx: Context,
  reportId: number,
  channels: number[],
  { choice, forGroup, key }: Added,
): Promise<Row<'reports'>> {
  const report = await requireReport(ctx, reportId);
  await requireFeature(ctx, channels.length > 1 ? 'addChannels' : 'addChannel', report);
  await requireActive(ctx.db, 'channels', 'channels', channels);
  await requireProviders(ctx.db, channels);
  const by = ctx.viewer!.id;
  const type = await reportTypeOf(ctx.db, report.reportTypeId);
  const isChosen = Object.values(choice).some((ids) => ids !== undefined);
  if (isChosen && !mayChoose(ctx, { reportType: type ?? '' })) throw new Refusal('error_forbidden');
  return inTransaction(ctx.db, async (tx) => {
    const request = ['addReportChannels', reportId, channels, choice, ...(forGroup ? [forGroup] : [])];
    if (key && !(await takeLaunchKey(tx, by, key, request))) return requireReport({ db: tx }, reportId);
    await launchInEvent(tx, report.eventId);
    await lockReport(tx, reportId); // two parallel calls would both find the channel unused
    const current = await requireReport({ db: tx }, reportId);
    const chosen = await channelUse(tx, reportId, channels);
    if (!chosen.every((channel) => canAddMessage(channel.allowMoreMessage, channel.messages))) {
      throw new Refusal('error_channel_used', { channels: 'error_channel_used' });
    }
    const isActivation = type === 'activation';
    const lists = isActivation ? await activationLists(tx, reportId) : [];
    const recipients = { lists, asBefore: true };
    const ids = await insertDrafts(tx, current, channels, recipients, { requestAnswer: isActivation, by });
    if (isChosen) await chooseForDrafts(tx, reportId, ids, choice);
    if (isChosen || forGroup) await wantFor(tx, reportId, ids, forGroup ?? null);
    if (ids.length) await publishReport(tx, current);
    await publish(tx, { message: ids });
    return current;
  });
}

/** A follow-up always has its report's recipients. */
async function chooseForDrafts(tx: Tx, reportId: number, ids: readonly number[], choice: NewChoice): Promise<void> {
  const drafts = await lockMessages(tx, reportId, ids);
  if (drafts.some(({ isFollowUp }) => isFollowUp)) throw new Refusal('error_follow_up_recipients');
  const toPeople = drafts.filter(hasRecipients).map(({ id }) => id);
  await choose(tx, toPeople, { lists: choice.lists ?? [], groups: choice.groups ?? [], people: choice.people ?? [] });
}

/** Refuses a channel without a provider. */
export async function requireProviders(db: Db | Tx, channels: readonly number[]): Promise<void> {
  const { rows } = await sql<{ type: string; settings: unknown }>`
    select t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.id = any(${channels})`.execute(db);
  if (rows.every(({ type, settings }) => providerFor(type, settings) !== undefined)) return;
  throw new Refusal('error_channel_no_provider', { channels: 'error_channel_no_provider' });
}

interface ChannelUse {
  allowMoreMessage: boolean;
  messages: number;
}

async function channelUse(tx: Tx, reportId: number, channels: readonly number[]): Promise<ChannelUse[]> {
  const { rows } = await sql<ChannelUse>`
    select t.allow_more_message, (select count(*) from messages m
      where m.report_id = ${reportId} and m.channel_id = c.id and m.is_active and not ${withdrawn}) as messages
    from channels c join channel_types t on t.id = c.channel_type_id
    where c.id = any(${channels}) order by array_position(${channels}::int[], c.id)`.execute(tx);
  return rows;
}
