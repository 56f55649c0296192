import { sql } from 'kysely';
import { type CostEstimate, estimateCost, estimateSingle } from '#server/alerting/costs/cost.ts';
import { type Prepared, prepareMessages } from '#server/alerting/launch/prepare.ts';
import { findMessage } from '#server/alerting/messages/message-rows.ts';
import { toPrice } from '#server/alerting/recipients/resolution.ts';
import { limitedText } from '#server/api/input.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { limits } from '#shared/limits.ts';
import { fillPlaceholders } from '#shared/placeholders.ts';

export async function estimateMessage(
  ctx: Context,
  body: string,
  channelId: number,
  messageId: number | null,
): Promise<CostEstimate> {
  limitedText('body', body, limits.contentMaximum);
  const { rows } = await sql<{ type: string; settings: unknown }>`
    select t.identifier as type, c.settings from channels c join channel_types t on t.id = c.channel_type_id
    where c.id = ${channelId}`.execute(ctx.db);
  const channel = rows[0];
  if (!channel) throw new Refusal('error_not_found', { channel: 'error_not_found' });
  if (messageId === null) return estimateSingle(ctx, body, channel);
  const found = await findMessage(ctx.db, messageId);
  if (!found) throw new Refusal('error_not_found', { message: 'error_not_found' });
  const message = { ...found, channelId, channelType: channel.type, channelSettings: channel.settings };
  const [prepared] = await prepareMessages(ctx, [message]);
  const { values, resolution } = prepared!;
  const text = { title: fillPlaceholders(message.title, values), content: fillPlaceholders(body, values) };
  return estimateCost(ctx, { ...message, ...text }, toPrice(resolution));
}

/** Estimates the cost of each of these messages. */
export function estimatePrepared(ctx: Context, prepared: readonly Prepared[]): Promise<CostEstimate[]> {
  return Promise.all(
    prepared.map(({ message, resolution, values }) => {
      const title = fillPlaceholders(message.title, values);
      const content = fillPlaceholders(message.content, values);
      return estimateCost(ctx, { ...message, title, content }, toPrice(resolution));
    }),
  );
}
