import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hear, Values } from '#server/channels/channel.ts';
import type { PhoneAnswer } from '#server/channels/received.ts';
import { openSip } from '#server/channels/sip/send.ts';
import { createLog } from '#server/platform/log.ts';
import { callProgram, type SipCaller } from '#testing/fakes/sip-caller.ts';
import { type SipExchange, startSipExchange } from '#testing/fakes/sip-exchange.ts';
import { type SpeechProgram, startSpeechProgram } from '#testing/fakes/speech-program.ts';
import { until } from '#testing/until.ts';

let exchange: SipExchange;
let speech: SpeechProgram;
before(async () => {
  [exchange, speech] = await Promise.all([startSipExchange(), startSpeechProgram()]);
});
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one();
});
after(async () => {
  await exchange.stop();
  await speech.stop();
});

type Order = Parameters<NonNullable<Parameters<typeof openSip>[1]['takeOrder']>>[0];

/** Opens a channel whose orders get these answers; returns its port and the orders. */
async function reachable(answers: (PhoneAnswer | Error)[], more: Values = {}) {
  exchange.contacts.clear();
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
  const access = { server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password, lines: 4 };
  const quick = { greeting: { quiet: 50, speech: 4_000, longest: 300 }, key: 2_000, pause: 50, again: 20 };
  const sender = openSip({ ...access, triggers: true, ...more }, app, hear, {
    ...{ again: [50, 200] as const, close: 100, conversation: quick },
  });
  closing.push(() => sender.close());
  const contact = await until(() => [...exchange.contacts.keys()][0]);
  return { port: Number(/:(\d+)$/.exec(contact)![1]), orders, answering: { stop, resume: () => resume() } };
}

async function dial(port: number): Promise<SipCaller> {
  const caller = await callProgram({ port, from: '<sip:+4915190000001@anlage>' });
  closing.push(() => caller.stop());
  return caller;
}

const hears = (caller: SipCaller, words: RegExp) => until(() => caller.said().some((text) => words.test(text)));

test('a caller starts an alarm with its number and PIN, hears it, and reverts it with 0', async () => {
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
  await hears(caller, /Zum Abbrechen/);
  await caller.press('0');
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

test('a PIN entered twice reverts nothing and hides no result; a 0 alone reverts', async () => {
  const started = { text: 'Alarm "Feuer" gestartet, 3 Personen.', undoSeconds: 600, again: false };
  const reverted = { text: 'Alarm "Feuer" abgebrochen.', undoSeconds: null, again: false };
  const { port, orders } = await reachable([started, reverted]);
  const caller = await dial(port);
  for (const keys of ['7#', '1', '203000#', '203000##']) await caller.press(keys);
  await hears(caller, /gestartet, 3 Personen/);
  await hears(caller, /Zum Abbrechen/);
  assert.equal(orders.length, 1);
  await sleep(2_000); // longer than between two keys of one entry
  assert.equal(orders.length, 1);
  await caller.press('0');
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
