import { DeliveryError, type SocialAccountSummary } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings } from '#server/channels/settings.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';

/** Returns a social media channel's account; otherwise null. */
export async function socialAccount(ctx: Context, id: number): Promise<SocialAccountSummary | null> {
  const channel = await ctx.db
    .selectFrom('channels as c')
    .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
    .select(['c.id', 'c.settings', 'c.secrets', 't.identifier as type'])
    .where('c.id', '=', id)
    .executeTakeFirst();
  if (!channel) throw new Refusal('error_not_found');
  const adapter = adapterFor(channel.type, channel.settings);
  if (!adapter?.account) return null;
  try {
    return await adapter.account(openSettings(ctx.secrets, adapter, channel), ctx);
  } catch (error) {
    throw error instanceof DeliveryError ? new Refusal('error_channel_account') : error;
  }
}
