// Calls over SIP against four programs: SIPp as PBXs that refuse, ring or take 250 calls at once; Kamailio as
// registrar and proxy; baresip and Twinkle as telephones that press keys.
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { before, type TestContext, test } from 'node:test';
import { openSip } from '#server/channels/sip/send.ts';
import { freePort } from '#testing/free-port.ts';
import { until } from '#testing/until.ts';
import { missing } from './programs/missing.ts';
import { answerable, app, endOf, hearing, outgoing, trunkSettings } from './sip/calls.ts';
import { startKamailio } from './sip/kamailio.ts';
import { baresip, type Telephone, twinkle } from './sip/phones.ts';
import { listens, takes } from './sip/ports.ts';
import { scenarios } from './sip/scenarios.ts';
import { play } from './sip/telephones.ts';

const needed = missing({
  '/usr/bin/sipp': 'sip-tester',
  '/usr/sbin/kamailio': 'kamailio',
  '/usr/bin/baresip': 'baresip',
  '/usr/bin/twinkle-console': 'twinkle-console',
  '/usr/bin/espeak-ng': 'espeak-ng',
});
before(() => assert.deepEqual(needed, [], 'something is missing to run this'));

const sipp = (port: number, media: number, ...more: string[]) =>
  play('/usr/bin/sipp', [
    '-i',
    '127.0.0.1',
    '-p',
    String(port),
    '-mi',
    '127.0.0.1',
    '-mp',
    String(media),
    '-nostdin',
    ...more,
  ]);

for (const transport of ['udp', 'tcp'] as const) {
  for (const [name, { xml, ends }] of Object.entries(scenarios)) {
    test(`SIPp over ${transport}, ${name}: ${ends}`, async () => {
      const [port, media] = [await freePort(), await freePort()];
      const folder = await play('/bin/true', []);
      const file = path.join(folder.folder, 'trial.xml');
      writeFileSync(file, xml);
      const pbx = await sipp(
        port,
        media,
        '-sf',
        file,
        '-m',
        '1',
        '-t',
        transport === 'udp' ? 'u1' : 't1',
        '-trace_err',
      );
      if (transport === 'tcp') await listens(port);
      else await takes(port);
      const sender = openSip(trunkSettings(port, { transport }), app);
      try {
        const sending = endOf(sender.send(outgoing('+4930123456')));
        const early = pbx.ended.then((code) => sending.then((end) => (code ? pbx.printed().slice(-3_000) : end)));
        assert.equal(await Promise.race([sending, early]), ends);
        assert.equal(await pbx.ended, 0, pbx.printed().slice(-3_000));
      } finally {
        await sender.close();
        await pbx.end();
        await folder.end();
      }
    });
  }
}

test('250 calls at once over one process', async (t: TestContext) => {
  const [port, media] = [await freePort(), await freePort()];
  const pbx = await sipp(port, media, '-sn', 'uas', '-rtp_echo');
  await takes(port);
  const sender = openSip(trunkSettings(port), app);
  const delay = monitorEventLoopDelay({ resolution: 10 });
  const [text, count] = ['Dies ist eine Probe. '.repeat(8), 250];
  try {
    await sender.send(outgoing('+4930999999', { text })); // the speech is ready
    delay.enable();
    const [began, cpu] = [performance.now(), process.cpuUsage()];
    let [running, most] = [0, 0];
    const ends = await Promise.all(
      Array.from({ length: count }, (_, at) => {
        const underway = () => {
          running++;
          most = Math.max(most, running);
        };
        return endOf(sender.send(outgoing(`+49301${at + 100_000}`, { text, underway }))).finally(() => running--);
      }),
    );
    const seconds = (performance.now() - began) / 1_000;
    const { user, system } = process.cpuUsage(cpu);
    const outcomes = [...new Set(ends)].map((end) => `${ends.filter((one) => one === end).length} ${end}`).join(', ');
    t.diagnostic(
      `${most} at once, ${outcomes}, ${seconds.toFixed(1)} s; processor ${((user + system) / 1e4 / seconds).toFixed(0)} % of a core; ` +
        `load of the machine ${loadavg()[0]!.toFixed(1)}; event loop ${(delay.percentile(50) / 1e6).toFixed(0)} ms (median), ${(delay.percentile(99) / 1e6).toFixed(0)} ms (99 %)`,
    );
    assert.deepEqual(new Set(ends), new Set(['sent']));
    assert.equal(most, count);
  } finally {
    delay.disable();
    await sender.close();
    await pbx.end();
  }
});

/** Kamailio, and a telephone that is registered there, answers and presses keys. */
async function behindKamailio(
  telephone: (port: number, control: number) => Promise<Telephone>,
  transport: 'udp' | 'tcp',
): Promise<void> {
  const { port, kamailio } = await startKamailio();
  const { hear, replies, registered } = hearing();
  const sender = openSip(trunkSettings(port, { register: true, transport }), app, hear);
  const phone = await telephone(port, await freePort());
  try {
    await until(registered);
    await until(phone.isRegistered);
    const sending = endOf(sender.send(outgoing('+4930200', answerable)));
    await until(phone.isConnected);
    phone.press('1');
    await until(() => replies.length === 1);
    for (const key of '20#') phone.press(key);
    await until(() => replies.length === 2);
    assert.deepEqual(replies, ['1', '1 20']);
    assert.equal(await sending, 'sent');
  } catch (error) {
    throw new Error(`${phone.printed().slice(-3_000)}\n${kamailio.printed().slice(-2_000)}`, { cause: error });
  } finally {
    await sender.close();
    await phone.end();
    await kamailio.end();
  }
}

for (const transport of ['udp', 'tcp'] as const) {
  test(`Kamailio over ${transport} registers the program and puts a call through to baresip, which presses keys`, () =>
    behindKamailio(baresip, transport));
}

test('Kamailio puts a call through to Twinkle, which presses keys', () => behindKamailio(twinkle, 'udp'));

test('baresip calls back through Kamailio, hears the question and presses keys', async (t: TestContext) => {
  const { port, kamailio } = await startKamailio();
  const { hear, replies, registered } = hearing();
  const asked: string[] = [];
  const findCallBack = async (numbers: readonly string[]) => {
    asked.push(...numbers);
    const question = { to: '+4930200', language: 'de', state: 'open', ...answerable } as const;
    return { language: 'de' as const, questions: [question] };
  };
  const sender = openSip(trunkSettings(port, { register: true, callBack: true }), { ...app, findCallBack }, hear);
  const phone = await baresip(port, await freePort());
  try {
    await until(registered);
    await until(phone.isRegistered);
    phone.dial(`sip:haus@127.0.0.1:${port}`);
    await until(phone.isConnected);
    const pressed = performance.now();
    phone.press('1');
    await until(() => replies.length === 1);
    t.diagnostic(`key to answer in ${(performance.now() - pressed).toFixed(0)} ms`);
    for (const key of '20#') phone.press(key);
    await until(() => replies.length === 2);
    assert.deepEqual([replies, asked], [['1', '1 20'], ['+4930200']]);
  } catch (error) {
    throw new Error(`${phone.printed().slice(-3_000)}\n${kamailio.printed().slice(-2_000)}`, { cause: error });
  } finally {
    await sender.close();
    await phone.end();
    await kamailio.end();
  }
});
