import { sql } from 'kysely';
import { providerFor } from '#server/channels/registry.ts';
import type { Context } from '#server/context.ts';
import type { Db, Tx } from '#server/database/connect.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { Refusal } from '#server/errors.ts';
import { holdEvent } from '#server/event-log/states.ts';
import type { Row } from '#server/graphql/types.ts';
import { requireActive } from '#server/input.ts';
import { publish } from '#server/live/live.ts';
import { canAddMessage } from '#server/messages/report-rules.ts';
import { withdrawn } from '#server/snippets/withdrawn.ts';
import { insertDrafts } from './drafts.ts';
import { activationLists, reportTypeOf } from './queries.ts';
import { publishReport, requireFeature, requireReport } from './report.ts';

/**
 * One draft message per channel, to the recipients the report's newest message has. A channel whose type does not
 * allow more than one message per report is refused when it has one, and so is one over which nothing can be sent.
 */
export async function addReportChannels(ctx: Context, reportId: number, channels: number[]): Promise<Row<'reports'>> {
  const report = await requireReport(ctx, reportId);
  await requireFeature(ctx, channels.length > 1 ? 'addChannels' : 'addChannel', report);
  await requireActive(ctx.db, 'channels', 'channels', channels);
  await requireProviders(ctx.db, channels);
  const by = ctx.viewer!.id;
  return inTransaction(ctx.db, async (tx) => {
    await holdEvent(tx, report.eventId); // two at once would both see the channel unused
    const current = await requireReport({ db: tx }, reportId);
    const chosen = await channelUse(tx, reportId, channels);
    if (!chosen.every((channel) => canAddMessage(channel.allowMoreMessage, channel.messages))) {
      throw new Refusal('error_channel_used', { channels: 'error_channel_used' });
    }
    const isActivation = (await reportTypeOf(tx, report.reportTypeId)) === 'activation';
    const lists = isActivation ? await activationLists(tx, reportId) : [];
    const recipients = { lists, asBefore: true };
    const ids = await insertDrafts(tx, current, channels, recipients, { requestAnswer: isActivation, by });
    if (ids.length) await publishReport(tx, current);
    await publish(tx, { message: ids });
    return current;
  });
}

/** Refuses a channel that no provider serves: a draft on it could never be sent. */
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
