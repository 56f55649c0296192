import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { callProgram, type SipCaller } from '#testing/fakes/sip-caller.ts';
import { type SipExchange, startSipExchange } from '#testing/fakes/sip-exchange.ts';
import { type SpeechProgram, startSpeechProgram } from '#testing/fakes/speech-program.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { createTrigger, eventsOf, outcomesOf, triggerPin } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
let exchange: SipExchange;
let speech: SpeechProgram;
before(async () => {
  [server, exchange, speech] = await Promise.all([startTestServer(), startSipExchange(), startSpeechProgram()]);
  const { db } = server.app;
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  await sql`update system_settings set value_str = '0' where value_key = 'trigger_undo_seconds'`.execute(db);
  const access = { server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password };
  const settings = { provider: 'voice-sip', ...access, lines: 4, triggers: true };
  await createProviderChannel(server, settings, [exchange.password]);
});
const open: SipCaller[] = [];
after(async () => {
  for (const caller of open) caller.stop();
  await server.stop();
  await exchange.stop();
  await speech.stop();
});

/** Calls from a number and presses keys, each after its question; returns what was said last. */
async function order(from: string, trigger: number, pins: readonly string[]): Promise<string[]> {
  const contact = await until(() => [...exchange.contacts.keys()].at(-1));
  const caller = await callProgram({ port: Number(/:(\d+)$/.exec(contact)![1]), from: `<sip:${from}@anlage>` });
  open.push(caller);
  const asked = (words: RegExp, times = 1) =>
    until(() => caller.said().filter((text) => words.test(text)).length >= times);
  await asked(/Nummer des Alarms/);
  await caller.press(`${trigger}#`);
  await asked(/Drücken Sie 1 für einen Alarm/);
  await caller.press('1');
  for (const [at, pin] of pins.entries()) {
    await asked(/Geben Sie die PIN ein/, at + 1);
    await caller.press(`${pin}#`);
  }
  await until(() => caller.endedBy);
  return caller.said();
}

test('a call with the PIN starts the alarm once, with a spoken result', async () => {
  const trigger = await createTrigger(server);
  const said = await order('015190001001', trigger.id, ['111111', triggerPin]);
  assert.ok(said.some((text) => /Es wurde nichts gestartet/.test(text)));
  assert.ok(said.some((text) => /gestartet, 2 Personen\./.test(text)));
  const events = await eventsOf(server, trigger);
  assert.deepEqual(
    events.map(({ mode, isRunning }) => [mode, isRunning]),
    [['LIVE', true]],
  );
  assert.deepEqual(await outcomesOf(server, trigger), ['started']);
});

test('wrong PINs lock the way for callers without a known number, and nothing starts', async () => {
  const trigger = await createTrigger(server);
  await order('anonymous', trigger.id, ['111111', '111112', '111113']);
  await order('anonymous', trigger.id, ['111114', '111115', triggerPin]);
  assert.deepEqual(await eventsOf(server, trigger), []);
  assert.deepEqual(await outcomesOf(server, trigger), ['wrong_pin', 'locked']);
});
