import { endPushDevice, listDevices } from '#server/channels/devices/devices.ts';
import { addPushDevice, pushPublicKey, testDevice } from '#server/channels/devices/push-channel.ts';
import { singleKey } from '#server/channels/rendering/key.ts';
import { mailAddressOf } from '#server/channels/system-mails/mail-address.ts';
import { tellAboutChange } from '#server/contacts/notices.ts';
import type { App } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/database/connect.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { Refusal } from '#server/platform/errors.ts';
import { deviceName } from '#shared/device-name.ts';
import { textIn } from '#shared/label.ts';
import type { Language } from '#shared/languages.ts';
import { deviceTexts } from './device-texts.ts';
import type { DeviceAction, OwnDevices } from './devices-view.ts';

/** The result to display. */
export interface DeviceActionResult {
  text: string;
  isFault: boolean;
}

/** Null without a push channel. */
export async function loadOwnDevices(app: App, personId: number): Promise<OwnDevices | null> {
  const publicKey = await pushPublicKey(app);
  return publicKey ? { publicKey, devices: await listDevices(app.db, { personId }) } : null;
}

const actions: readonly string[] = ['device-add', 'device-end', 'device-test'] satisfies DeviceAction[];

/** Returns whether a form's action concerns devices. */
export const isDeviceAction = (action: string): action is DeviceAction => actions.includes(action);

interface DeviceRequest {
  personId: number;
  language: Language;
  userAgent: string | null;
  form: URLSearchParams;
}

/** Runs an action on a device; returns the message. Notifies managers and the person, in case the link was stolen. */
export async function actOnDevice(
  app: App,
  action: DeviceAction,
  { personId, language, userAgent, form }: DeviceRequest,
): Promise<DeviceActionResult> {
  const texts = textIn(deviceTexts, language);
  const given = (name: string) => form.get(name) ?? '';
  const id = /^\d{1,9}$/.test(given('device')) ? Number(given('device')) : 0;
  if (action === 'device-add') {
    const subscription = { endpoint: given('endpoint'), p256dh: given('p256dh'), auth: given('auth') };
    const added = { ...subscription, name: deviceName(userAgent) };
    try {
      await addPushDevice(app, { personId }, added, (tx) => tell(app, tx, personId));
    } catch (error) {
      if (!(error instanceof Refusal && error.key === 'error_too_many')) throw error;
      return { text: texts.full, isFault: true };
    }
    return { text: texts.added, isFault: false };
  }
  if (action === 'device-end') {
    await inTransaction(app.db, async (tx) => {
      if (await endPushDevice(tx, { personId }, id)) await tell(app, tx, personId);
    });
    return { text: texts.ended, isFault: false };
  }
  const reason = await testDevice(app, { personId }, id, { language, key: singleKey() });
  return reason === null ? { text: texts.tested, isFault: false } : { text: texts.notTested, isFault: true };
}

async function tell(app: App, tx: Tx, personId: number): Promise<void> {
  const before = await mailAddressOf(tx, personId);
  await tellAboutChange(app, tx, { personId, before }, (language) => textIn(deviceTexts, language).name);
}
