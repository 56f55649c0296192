import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdapterApp, Hear, Values } from '#server/channels/channel.ts';
import type { PhoneAnswer } from '#server/channels/received.ts';
import { createLog } from '#server/platform/log.ts';
import { type CalledChannels, quickConversation, startCalledChannels } from '#testing/called-channel.ts';
import type { SipCaller } from '#testing/fakes/sip-caller.ts';
import { until } from '#testing/until.ts';

let telephones: CalledChannels;
before(async () => {
  telephones = await startCalledChannels();
});
afterEach(() => telephones.close());
after(() => telephones.stop());

type Order = Parameters<NonNullable<AdapterApp['takeOrder']>>[0];

/** Opens a channel whose orders get these answers; returns its port and the orders. */
async function reachable(answers: (PhoneAnswer | Error)[], more: Values = {}) {
  const orders: Order[] = [];
  let answering = Promise.resolve();
  let resume = () => {};
  const stop = () => {
    answering = new Promise((resolve) => {
      resume = resolve;
    });
  };
  const hear: Hear = Object.assign(async () => {}, { trouble: () => {} });
  const app = {
    log: createLog('silent'),
    findCallBack: async () => ({ language: 'de' as const, questions: [] }),
    async takeOrder(order: Order) {
      orders.push(order);
      await answering;
      const answer = answers.shift() ?? new Error('no answer');
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
  const waits = { conversation: { ...quickConversation, key: 2_000 } };
  const { port } = await telephones.open(app, hear, { triggers: true, ...more }, waits);
  return { port, orders, answering: { stop, resume: () => resume() } };
}

const dial = (port: number): Promise<SipCaller> => telephones.dial(port);

const hears = (caller: SipCaller, words: RegExp) => until(() => caller.said().some((text) => words.test(text)));

test('a caller starts an alarm with its number and PIN, hears it, and reverts it with star', async () => {
  const started = { text: 'Alarm "Feuer" gestartet, 3 Personen.', undoSeconds: 600, again: false };
  const reverted = { text: 'Alarm "Feuer" abgebrochen.', undoSeconds: null, again: false };
  const { port, orders } = await reachable([started, reverted]);
  const caller = await dial(port);
  await hears(caller, /Geben Sie die Nummer des Alarms ein/);
  await caller.press('7#');
  await hears(caller, /Drücken Sie 1 für einen Alarm oder 9/);
  await caller.press('1');
  await hears(caller, /Geben Sie die PIN ein/);
  await caller.press('271828#');
  await hears(caller, /gestartet, 3 Personen/);
  await hears(caller, /Zum Abbrechen drücken Sie jetzt Stern und Raute/);
  await caller.press('*');
  await hears(caller, /abgebrochen/);
  assert.equal(await until(() => caller.endedBy), 'program');
  const common = { call: orders[0]!.call, from: '+4915190000001', language: 'de' };
  assert.deepEqual(orders, [{ ...common, start: { trigger: 7, exercise: false, pin: '271828' } }, common]);
});

test('the result is spoken after a PIN of twelve digits, and after keys that were pressed during the order', async () => {
  const wrong = { text: 'Es wurde nichts gestartet.', undoSeconds: null, again: true };
  const started = { text: 'Alarm "Feuer" gestartet, 3 Personen.', undoSeconds: null, again: false };
  const { port, orders, answering } = await reachable([wrong, started]);
  const caller = await dial(port);
  for (const keys of ['7#', '1', '314159265359#']) await caller.press(keys);
  await hears(caller, /nichts gestartet/);
  answering.stop();
  await caller.press('271828182845#');
  await until(() => orders.length === 2);
  await caller.press('55');
  answering.resume();
  await hears(caller, /gestartet, 3 Personen/);
  assert.deepEqual(
    orders.map(({ start }) => start?.pin),
    ['314159265359', '271828182845'],
  );
});

test('a wrong PIN may be entered three times; an exercise, and the other language by star', async () => {
  const wrong = { text: 'Nothing was started.', undoSeconds: null, again: true };
  const { port, orders } = await reachable([wrong, wrong, wrong]);
  const caller = await dial(port);
  await caller.press('*#');
  await hears(caller, /Enter the number of the alarm/);
  await caller.press('12#');
  await hears(caller, /Press 1 for an alarm or 9/);
  await caller.press('9');
  for (const round of [1, 2, 3]) {
    await until(() => caller.said().filter((text) => /Enter the PIN/.test(text)).length >= round);
    await caller.press('111111#');
    await until(() => orders.length === round);
  }
  assert.equal(await until(() => caller.endedBy), 'program');
  assert.deepEqual(
    orders.map(({ start }) => start),
    Array.from({ length: 3 }, () => ({ trigger: 12, exercise: true, pin: '111111' })),
  );
  assert.equal(new Set(orders.map(({ call }) => call)).size, 1);
});

test('a PIN entered twice reverts nothing, however slowly, and hides no result; a star alone reverts', async () => {
  const started = { text: 'Alarm "Feuer" gestartet, 3 Personen.', undoSeconds: 600, again: false };
  const reverted = { text: 'Alarm "Feuer" abgebrochen.', undoSeconds: null, again: false };
  const { port, orders } = await reachable([started, reverted]);
  const caller = await dial(port);
  for (const keys of ['7#', '1', '203000#', '20300']) await caller.press(keys);
  await hears(caller, /gestartet, 3 Personen/);
  const explained = (times: number) =>
    until(() => caller.said().filter((text) => /Zum Abbrechen/.test(text)).length >= times);
  await explained(1);
  await sleep(2_000); // longer than between two keys of one entry
  await explained(2);
  for (const [at, keys] of ['0#', '203000*#'].entries()) {
    await caller.press(keys);
    await explained(3 + at);
  }
  assert.equal(orders.length, 1);
  await caller.press('*#');
  await hears(caller, /abgebrochen/);
  assert.equal(await until(() => caller.endedBy), 'program');
  assert.equal(orders.length, 2);
});

test('without a PIN, and with the switch off, no order is given', async () => {
  const { port, orders } = await reachable([]);
  const caller = await dial(port);
  await caller.press('7#');
  await hears(caller, /Drücken Sie 1/);
  await caller.press('1');
  await hears(caller, /Geben Sie die PIN ein/);
  await caller.hangUp();
  const off = await reachable([], { triggers: null, callBack: true });
  const other = await dial(off.port);
  await until(() => other.endedBy);
  assert.ok(!other.said().some((text) => /Nummer des Alarms/.test(text)));
  const neither = await reachable([], { triggers: null });
  assert.equal((await dial(neither.port)).responses.at(-1), 'SIP/2.0 480 Temporarily Unavailable');
  assert.deepEqual([orders, off.orders], [[], []]);
});

test('an order that fails is run again as the same one, and then said to be uncertain', async () => {
  const { port, orders } = await reachable([]);
  const caller = await dial(port);
  for (const keys of ['7#', '1', '271828#']) await caller.press(keys);
  await hears(caller, /Es ist nicht sicher, ob der Alarm gestartet wurde/);
  assert.equal(await until(() => caller.endedBy), 'program');
  assert.deepEqual([orders.length, new Set(orders.map((order) => JSON.stringify(order))).size], [4, 1]);
});
