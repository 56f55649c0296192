import { DeliveryError, type Values } from '#server/channels/channel.ts';
import { adapterFor } from '#server/channels/registry.ts';
import { openSettings } from '#server/channels/settings.ts';
import { pushKeys } from '#server/channels/webpush/keys.ts';
import { isAtService } from '#server/channels/webpush/services.ts';
import { pushTexts } from '#server/channels/webpush/texts.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { withRetries } from '#server/platform/database/with-retries.ts';
import { Refusal } from '#server/platform/errors.ts';
import { refuseWhileHeld } from '#server/platform/installation/held.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import {
  addDevice,
  deviceReference,
  type FormerAddress,
  listDevices,
  moveDevice,
  type Owner,
  refuseTooManyDevices,
} from './devices.ts';

type Parts = Pick<App, 'config' | 'db' | 'log' | 'publicUrl' | 'secrets'>;

export interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Returns the public signing key; null without a push channel. */
export async function pushPublicKey(app: Parts): Promise<string | null> {
  return (await openChannel(app)) ? (await pushKeys(app)).publicKey : null;
}

/**
 * Stores a browser's subscription. Refuses unknown push services and too many devices. Runs `then` for a new device.
 */
export async function addPushDevice(
  app: Parts,
  owner: Owner,
  { name, ...given }: Subscription & { name: string },
  then: (tx: Tx) => Promise<void> = async () => {},
): Promise<number> {
  const device = await soundDevice(app, given);
  return inTransaction(app.db, async (tx) => {
    await refuseTooManyDevices(tx, owner, device.address);
    const before = await listDevices(tx, owner);
    const id = await addDevice({ db: tx, secrets: app.secrets }, owner, { ...device, name });
    if (!before.some((known) => known.id === id)) await then(tx);
    return id;
  });
}

export async function movePushDevice(app: Parts, former: FormerAddress, given: Subscription): Promise<boolean> {
  const device = await soundDevice(app, given);
  return withRetries(app.db, (tx) => moveDevice({ db: tx, secrets: app.secrets }, former, device));
}

async function soundDevice(app: Parts, given: Subscription) {
  const channel = await openChannel(app);
  const { endpoint, p256dh, auth } = given;
  const isSound =
    endpoint.length <= 1000 &&
    isAtService(endpoint, String(channel?.settings['services'] ?? '')) &&
    Buffer.from(p256dh, 'base64url').length === 65 &&
    Buffer.from(auth, 'base64url').length === 16;
  if (!channel || !isSound) throw new Refusal('error_invalid_input');
  return { kind: 'webpush' as const, address: endpoint, keys: { p256dh, auth } };
}

/** Sends a test to a device; returns null if accepted, otherwise the reason. */
export async function testDevice(
  app: Parts,
  owner: Owner,
  id: number,
  { language, key }: { language: Language; key: string },
): Promise<string | null> {
  await refuseWhileHeld(app.db);
  const devices = await listDevices(app.db, owner);
  const channel = await openChannel(app);
  if (!channel || !devices.some((device) => device.id === id)) throw new Refusal('error_not_found');
  const { testTitle, testText } = textIn(pushTexts, language);
  const sender = channel.adapter.open(channel.settings, app);
  try {
    await sender.send({
      recipientId: null,
      generation: 1,
      personId: null,
      to: deviceReference({ device: id }),
      key,
      subject: testTitle,
      text: testText,
      html: null,
      language,
      secondsLeft: 60,
      urgent: true,
      careful: false,
      begin: () => {},
    });
    return null;
  } catch (error) {
    if (error instanceof DeliveryError) return error.reason;
    throw error;
  } finally {
    await sender.close();
  }
}

async function openChannel({ db, secrets }: Parts) {
  const row = await db
    .selectFrom('channels as c')
    .innerJoin('channelTypes as t', 't.id', 'c.channelTypeId')
    .select(['c.id', 'c.settings', 'c.secrets', 't.identifier as type'])
    .where('t.identifier', '=', 'webpush')
    .where('c.isActive', '=', true)
    .where('t.isActive', '=', true)
    .orderBy('c.id')
    .executeTakeFirst();
  const adapter = row && adapterFor(row.type, row.settings);
  if (!row || !adapter) return null;
  const settings: Values = openSettings(secrets, adapter, row);
  return { adapter, settings };
}
