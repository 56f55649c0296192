import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { startDelivering } from '#server/alerting/delivery/start.ts';
import { usualTimes } from '#server/platform/nodes/times.ts';
import { steadyPace } from '#server/platform/nodes/work-pace.ts';
import { callProgram, type SipCaller } from '#testing/fakes/sip-caller.ts';
import { type SipExchange, startSipExchange } from '#testing/fakes/sip-exchange.ts';
import { type SpeechProgram, startSpeechProgram } from '#testing/fakes/speech-program.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { createTrigger, eventsOf, outcomesOf, triggerPin } from '#testing/triggers.ts';
import { until } from '#testing/until.ts';
import { takeOrder } from './take-order.ts';

let server: TestServer;
let exchange: SipExchange;
let speech: SpeechProgram;
before(async () => {
  [server, exchange, speech] = await Promise.all([
    startTestServer({ ROLES: 'web' }),
    startSipExchange(),
    startSpeechProgram(),
  ]);
  const { db } = server.app;
  await db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  const access = { server: `127.0.0.1:${exchange.port}`, user: 'haus', password: exchange.password };
  const settings = { provider: 'voice-sip', ...access, lines: 8, callBack: true, triggers: true };
  await createProviderChannel(server, settings, [exchange.password]);
});
const open: SipCaller[] = [];
after(async () => {
  for (const caller of open) caller.stop();
  await server.stop();
  await exchange.stop();
  await speech.stop();
});

test('a place that may not work takes no caller, and starts no alarm for one who already listens', async () => {
  const { app } = server;
  const trigger = await createTrigger(server);
  let mayWork = true;
  const pace = { ...steadyPace, mayWork: () => mayWork };
  const takeCallerOrder = (channelId: number, order: Parameters<typeof takeOrder>[2]) =>
    takeOrder(app, channelId, order);
  const delivering = await startDelivering(
    { ...app, takeCallerOrder },
    { ...usualTimes, poll: [10, 20] },
    undefined,
    pace,
  );
  try {
    const contact = await until(() => [...exchange.contacts.keys()].at(-1));
    const dial = async () => {
      const caller = await callProgram({
        port: Number(/:(\d+)$/.exec(contact)![1]),
        from: '<sip:+4915190001001@anlage>',
      });
      open.push(caller);
      return caller;
    };
    const listening = await dial();
    const hears = (words: RegExp) => until(() => listening.said().some((text) => words.test(text)));
    await hears(/Nummer des Alarms/);
    await listening.press(`${trigger.id}#`);
    await hears(/Drücken Sie 1 für einen Alarm/);
    await listening.press('1');
    await hears(/Geben Sie die PIN ein/);
    mayWork = false;
    await listening.press(`${triggerPin}#`);
    await hears(/nicht sicher, ob der Alarm gestartet wurde/);
    assert.equal((await dial()).responses.at(-1), 'SIP/2.0 480 Temporarily Unavailable');
    assert.deepEqual([await eventsOf(server, trigger), await outcomesOf(server, trigger)], [[], []]);
    mayWork = true;
    assert.equal((await dial()).responses.at(-1), 'SIP/2.0 200 OK');
  } finally {
    await delivering.stop();
  }
});
