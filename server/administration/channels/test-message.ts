import { addressOf } from '#server/api/contact-address.ts';
import { DeliveryError } from '#server/channels/channel.ts';
import { deviceReference, listDevices } from '#server/channels/devices/devices.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { secretValues } from '#server/channels/settings.ts';
import { findSendingChannel, sendTest } from '#server/channels/system-mails/over-channel.ts';
import { withoutSecrets } from '#server/channels/without-secrets.ts';
import type { Context } from '#server/platform/context.ts';
import { Refusal } from '#server/platform/errors.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { withinLimit } from '#server/platform/throttle.ts';
import { isDeviceKind } from '#shared/device-kinds.ts';

/** `detail`: the provider's own words. */
export type TestResult = { ok: true } | { ok: false; reason: string; detail: string | null };

// per user and channel: tests cost money, but a mail server needs many
const testsPerMinute = 10;

/** Sends a test message, even if inactive, and returns its result. */
export async function testChannel(ctx: Context, id: number, given: string): Promise<TestResult> {
  const channel = await findSendingChannel(ctx, id);
  if (!channel) throw new Refusal('error_not_found');
  const adapter = adapterFor(channel.type, channel.settings);
  const address = await checkedAddress(ctx, adapter?.addresses ?? [], given);
  const allowed = await withinLimit(ctx.db, 'test_message', `${ctx.viewer!.id} ${id}`, testsPerMinute, 60);
  if (!allowed) throw new Refusal('error_too_many_requests');
  try {
    await sendTest(ctx, channel, { language: ctx.viewer!.language, to: address });
    return { ok: true };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    const secrets = adapter ? secretValues(ctx.secrets, adapter, channel) : [];
    return { ok: false, reason: error.reason, detail: error.detail && withoutSecrets(error.detail, secrets) };
  }
}

async function checkedAddress(ctx: Context, kinds: readonly string[], given: string): Promise<string> {
  if (!kinds.length) return given.trim().slice(0, 300);
  const { default_country: country = 'DE' } = await readSettings(ctx.db, 'default_country');
  if (kinds.some(isDeviceKind)) {
    const owner = { userId: ctx.viewer!.id };
    // no device proves nothing
    if (!(await listDevices(ctx.db, owner)).length) throw new Refusal('error_no_device');
    return deviceReference(owner);
  }
  for (const kind of kinds) {
    const found = addressOf(kind, given, country);
    if (found) return found.target;
  }
  throw new Refusal('error_invalid_input', { address: 'error_invalid_input' });
}
