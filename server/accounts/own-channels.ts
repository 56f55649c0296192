import { setTimeout } from 'node:timers/promises';
import { addressOf } from '#server/api/contact-address.ts';
import type { SignedIn } from '#server/api/viewer/viewer.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { deviceReference, listDevices } from '#server/channels/devices/devices.ts';
import { addressKinds } from '#server/channels/registry.ts';
import { findSendingChannel, type SendingChannel, sendTest } from '#server/channels/system-mails/over-channel.ts';
import { Refusal } from '#server/platform/errors.ts';
import { createGate } from '#server/platform/limiter.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { tooMany, withinLimit } from '#server/platform/throttle.ts';
import { readIn } from '#shared/administration/translated.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';

const within = 600;
/** Limits per user and in total, because tests cost money and use unverified numbers. */
const [most, mostOfAll] = [3, 60];
/** Milliseconds, so that a slow provider doesn't block the user. */
const patience = 10_000;
const atOnce = createGate({ width: 3, queue: 0, refusal: () => tooMany(10) });

/** The result of a user's test message over one channel. */
export interface OwnChannelTest {
  channel: string;
  /** `handed_over`: its provider accepted it, which isn't a delivery yet. */
  outcome: 'handed_over' | 'failed' | 'no_address';
  reason: string | null;
}

/** Sends the user a test message over each active channel. */
export async function testOwnChannels(ctx: SignedIn): Promise<OwnChannelTest[]> {
  const { db, viewer } = ctx;
  if (!(await withinLimit(db, 'own_test_message', String(viewer.id), most, within)))
    throw new Refusal('error_too_many_requests');
  if (!(await withinLimit(db, 'own_test_message', 'everybody', mostOfAll, within)))
    throw new Refusal('error_too_many_requests');
  const leave = await atOnce.enter();
  return testEach(ctx).finally(leave);
}

async function testEach(ctx: SignedIn): Promise<OwnChannelTest[]> {
  const channels = await activeChannels(ctx);
  const addresses = await ownAddresses(ctx);
  return Promise.all(
    channels.map(async (channel): Promise<OwnChannelTest> => {
      const kinds = addressKinds(channel.type, channel.settings);
      const to = kinds.map(addresses).find((address) => address !== null) ?? null;
      const name = readIn(channel, 'name', ctx.viewer.language);
      if (to === null) return { channel: name, outcome: 'no_address', reason: null };
      const reason = await Promise.race([failureOf(ctx, channel, to), slow()]);
      return { channel: name, outcome: reason === null ? 'handed_over' : 'failed', reason };
    }),
  );
}

const slow = (): Promise<DeliveryReason> => setTimeout(patience, 'outcome_unknown', { ref: false });

async function failureOf(ctx: SignedIn, channel: SendingChannel, to: string): Promise<DeliveryReason | null> {
  try {
    await sendTest(ctx, channel, { language: ctx.viewer.language, to });
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error.reason;
    ctx.log.error({ event: 'own_test_failed', channel: channel.id, error: (error as Error).name });
    return 'outcome_unknown';
  }
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
