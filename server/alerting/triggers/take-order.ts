import { phoneAddress } from '#server/api/contact-address.ts';
import type { PhoneAnswer, PhoneOrder } from '#server/channels/received.ts';
import type { App } from '#server/platform/context.ts';
import { publish } from '#server/platform/live/live.ts';
import { readSettings } from '#server/platform/settings/settings.ts';
import { type ByLanguage, textIn } from '#shared/label.ts';
import { pinPattern } from '#shared/trigger-ways.ts';
import { recordCall, type TriggerCaller } from './calls.ts';
import { cancelStart } from './cancel.ts';
import { findTrigger, senderOf } from './find.ts';
import { tryPin } from './pin.ts';
import { startTrigger } from './start.ts';
import { undoSecondsOf, wordsFor } from './words.ts';

// the same for wrong numbers and PINs, so that no alarm is revealed
const refused: ByLanguage<string> = {
  de: 'Das war nicht möglich. Es wurde nichts gestartet.',
  en: 'That was not possible. Nothing was started.',
};

type TakenOrder = Omit<PhoneOrder, 'response'>;

/** Runs a caller's order; returns the answer. */
export async function takeOrder(app: App, channelId: number, given: TakenOrder): Promise<PhoneAnswer> {
  const order = { ...given, from: given.from && (await internationalOf(app, given.from)) };
  return order.start ? start(app, channelId, order, order.start) : stop(app, channelId, order);
}

/** A telephone system may show a number without the country code. */
async function internationalOf({ db }: App, number: string): Promise<string> {
  if (number.startsWith('+')) return number;
  const { default_country: country = 'DE' } = await readSettings(db, 'default_country');
  return phoneAddress(number, country)?.norm ?? number;
}

async function start(
  app: App,
  channelId: number,
  { call: callId, from, language }: TakenOrder,
  { trigger: number, exercise, pin }: NonNullable<PhoneOrder['start']>,
): Promise<PhoneAnswer> {
  const nothing = { text: textIn(refused, language), undoSeconds: null, again: true };
  const trigger = await findTrigger(app.db, 'call', number);
  if (!trigger) {
    app.log.warn({ event: 'trigger_unknown', channel: channelId });
    return nothing;
  }
  const sender = from ? await senderOf(app.db, trigger, from) : null;
  const userId = sender?.userId ?? null;
  const key = `${channelId}/${callId}`;
  const caller: TriggerCaller = { triggerId: trigger.id, way: 'call', key, address: from, userId, channelId, exercise };
  const tried = { trigger, way: 'call', sender: sender && from, pin } as const;
  const result = pinPattern.test(pin) ? await tryPin(app, tried) : 'wrong';
  if (result !== 'right') {
    await recordCall(app.db, caller, result === 'wrong' ? 'wrong_pin' : 'locked');
    await publish(app.db, { system: true });
    return nothing;
  }
  const { call } = await startTrigger(app, trigger, { ...caller, addition: '' });
  await publish(app.db, { system: true });
  const undoSeconds = call.outcome === 'started' ? await undoSecondsOf(app.db, call) : null;
  return { text: await wordsFor(app.db, call, language), undoSeconds, again: false };
}

async function stop(app: App, channelId: number, { call: callId, language }: TakenOrder): Promise<PhoneAnswer> {
  const start = await app.db
    .selectFrom('triggerCalls')
    .selectAll()
    .where('way', '=', 'call')
    .where('callerKey', '=', `${channelId}/${callId}`)
    .where('outcome', '=', 'started')
    .executeTakeFirst();
  if (!start) return { text: textIn(refused, language), undoSeconds: null, again: false };
  const outcome = await cancelStart(app, start.id, start.userId);
  const text = await wordsFor(app.db, { ...start, outcome, startedBy: start.id }, language);
  return { text, undoSeconds: null, again: false };
}
