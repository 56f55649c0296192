import { DeliveryError } from '#server/channels/channel.ts';
import { deviceReference, listDevices } from '#server/channels/devices/devices.ts';
import { addressKinds } from '#server/channels/registry.ts';
import { addressOf } from '#server/contact-address.ts';
import { Refusal } from '#server/errors.ts';
import { readSettings } from '#server/settings/settings.ts';
import { findSendingChannel, type SendingChannel, sendOverChannel } from '#server/system-mails/over-channel.ts';
import { withinLimit } from '#server/throttle.ts';
import type { SignedIn } from '#server/viewer/viewer.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';

const most = 3;
const within = 600;

/** What became of a test message to a user over one channel. */
export interface OwnChannelTest {
  channel: string;
  /** `handed_over`: its provider took it, which does not say yet that it arrived. */
  outcome: 'handed_over' | 'failed' | 'no_address';
  /** Why it failed, as a reason key. */
  reason: string | null;
}

/** Sends the signed-in user a test message over each active channel that reaches people outside of the house. */
export async function testOwnChannels(ctx: SignedIn): Promise<OwnChannelTest[]> {
  const { db, viewer } = ctx;
  if (!(await withinLimit(db, 'own_test_message', String(viewer.id), most, within)))
    throw new Refusal('error_too_many_requests');
  const channels = await activeChannels(ctx);
  const addresses = await ownAddresses(ctx);
  return Promise.all(
    channels.map(async (channel): Promise<OwnChannelTest> => {
      const kinds = addressKinds(channel.type, channel.settings);
      const to = kinds.map(addresses).find((address) => address !== null) ?? null;
      if (to === null) return { channel: channel.name, outcome: 'no_address', reason: null };
      try {
        await sendOverChannel(ctx, channel, { identifier: 'test_message', language: viewer.language, to });
        return { channel: channel.name, outcome: 'handed_over', reason: null };
      } catch (error) {
        if (!(error instanceof DeliveryError)) throw error;
        return { channel: channel.name, outcome: 'failed', reason: error.reason };
      }
    }),
  );
}

async function activeChannels(ctx: SignedIn): Promise<SendingChannel[]> {
  const rows = await ctx.db
    .selectFrom('channels as c')
    .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
    .select(['c.id'])
    .where('c.isActive', '=', true)
    .where('t.isActive', '=', true)
    .where('t.identifier', '<>', 'exercise')
    .orderBy('c.id')
    .execute();
  const found = await Promise.all(rows.map(({ id }) => findSendingChannel(ctx, id)));
  return found
    .filter((channel) => channel !== null)
    .filter((channel) => addressKinds(channel.type, channel.settings).length > 0);
}

/** Where the user is reached, by kind of address: by mail, on the own telephone, on the devices that show notifications. */
async function ownAddresses({ db, viewer }: SignedIn): Promise<(kind: string) => string | null> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'mobilePhoneNumber'])
    .where('id', '=', viewer.id)
    .executeTakeFirstOrThrow();
  const devices = await listDevices(db, { userId: viewer.id });
  const { default_country: country = 'DE' } = await readSettings(db, 'default_country');
  return (kind) => {
    if (isDeviceKind(kind)) return devices.length ? deviceReference({ userId: viewer.id }) : null;
    const value = kind === 'email' ? user.email : kind.startsWith('phone') ? user.mobilePhoneNumber : null;
    return value ? (addressOf(kind, value, country)?.target ?? null) : null;
  };
}
