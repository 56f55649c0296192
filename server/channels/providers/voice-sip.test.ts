import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test, { after, before } from 'node:test';
import {
  type DeliveryError,
  type Hear,
  NotStarted,
  type Outgoing,
  type Sender,
  type Values,
} from '#server/channels/channel.ts';
import { adapters } from '#server/channels/registry.ts';
import { openSip, type SipWaits } from '#server/channels/sip/send.ts';
import { createLog } from '#server/platform/log.ts';
import type { DeliveryReason } from '#shared/delivery-reasons.ts';
import { type SipCourse, type SipExchange, startSipExchange } from '#testing/fakes/sip-exchange.ts';
import { startSipRelay } from '#testing/fakes/sip-relay.ts';
import { type SpeechProgram, startSpeechProgram } from '#testing/fakes/speech-program.ts';
import { makeCertificate } from '#testing/syslog/certificate.ts';
import { takeEvenPort, udpSocket } from '#testing/udp-sockets.ts';
import { until } from '#testing/until.ts';

let exchange: SipExchange;
let speech: SpeechProgram;
before(async () => {
  [exchange, speech] = await Promise.all([startSipExchange(), startSpeechProgram()]);
});
after(async () => {
  await exchange.stop();
  await speech.stop();
});

const app = { log: createLog('silent') };
const quick: Partial<SipWaits> = {
  again: [50, 200],
  dropped: 30_000,
  close: 100,
  conversation: { greeting: { quiet: 50, speech: 4_000, longest: 300 }, key: 1_000, pause: 50, again: 50 },
};
const settings = (): Values => ({
  server: `127.0.0.1:${exchange.port}`,
  user: 'haus',
  password: exchange.password,
  transport: 'udp',
  lines: 10,
  perSecond: 50,
  calls: 2,
  pause: 1,
});

interface Heard {
  replies: string[];
  receipts: string[];
  troubles: (DeliveryReason | null)[];
}

/** Opens a channel that stays registered. */
function listening(more: Values = {}, waits: Partial<SipWaits> = {}): { sender: Sender; heard: Heard } {
  const heard: Heard = { replies: [], receipts: [], troubles: [] };
  const hear: Hear = Object.assign(
    async ({ receipts, replies }: Parameters<Hear>[0]) => {
      heard.receipts.push(...receipts.map(({ status }) => status));
      heard.replies.push(...replies.map(({ text }) => text));
    },
    { trouble: (reason: DeliveryReason | null) => void heard.troubles.push(reason) },
  );
  return { sender: openSip({ ...settings(), ...more }, app, hear, { ...quick, ...waits }), heard };
}

let numbers = 0;
const options = [
  { code: '1', label: 'Ich komme', askMinutes: true },
  { code: '2', label: 'Nein', askMinutes: false },
];
function outgoing(course?: SipCourse, more: Partial<Outgoing> = {}): Outgoing {
  const to = `+4915190${String(++numbers).padStart(6, '0')}`;
  if (course) exchange.fates.set(to, [course]);
  return {
    recipientId: numbers,
    generation: 1,
    personId: null,
    to,
    key: `k${numbers}`,
    subject: '',
    text: 'Bitte kommen Sie in den Stabsraum.',
    html: null,
    urgent: true,
    careful: false,
    answer: { url: 'https://krise.example.org/a', options, replyCode: 'ABCD' },
    begin: () => {},
    ...more,
  };
}
const callTo = (to: string) => exchange.calls.filter((call) => call.to === to);
const failureOf = (sending: Promise<unknown>) =>
  sending.then(
    () => assert.fail('it was sent'),
    (error: DeliveryError) => error,
  );

test('registers with credentials, refreshes, and unregisters', async () => {
  for (const algorithm of ['MD5', 'SHA-256'] as const) {
    exchange.algorithm = algorithm;
    const { sender, heard } = listening();
    await until(() => exchange.contacts.size === 1 && heard.troubles.includes(null));
    await sender.close();
    assert.equal(exchange.contacts.size, 0);
  }
});

test('speaks the text and takes keys; the line is free afterwards', async () => {
  const { sender, heard } = listening({ from: '+4930123', prefix: '00' });
  const one = outgoing();
  exchange.fates.set(one.to.replace('+', '00'), [['', '', '1', '20#']]);
  let underway = 0;
  const handed = await sender.send({ ...one, underway: () => void underway++ });
  const [call] = callTo(one.to.replace('+', '00'));
  const [first, second, menu, minutes, thanks] = call!.said();
  assert.deepEqual([first, second], [one.text, one.text]);
  assert.match(menu!, /^Drücken Sie 1 für: Ich komme\. /);
  assert.match(minutes!, /In wie vielen Minuten/);
  assert.match(thanks!, /^Vielen Dank/);
  assert.deepEqual(heard.replies, ['1 #ABCD', '1 20 #ABCD']);
  assert.deepEqual(heard.receipts, ['read', 'read']);
  assert.deepEqual([handed.externalId, call!.from, underway, call!.endedBy], [call!.id, '+4930123', 1, 'telephone']);
  await sender.close();
});

test('tells busy, no answer, refused and unreachable apart, and calls again where that helps', async () => {
  const greeting = { quiet: 30_000, speech: 4_000, longest: 300 };
  const conversation = { ...quick.conversation!, greeting };
  const { sender } = listening({ ring: 1 }, { dropped: 0, conversation }); // one that ends before the message is dropped
  const cases: [SipCourse, string][] = [
    [{ status: '486 Busy Here' }, 'temporary line_busy 1'],
    [{ status: '600 Busy Everywhere' }, 'temporary line_busy 1'],
    ['no-answer', 'temporary no_answer 1'],
    [{ status: '480 Temporarily Unavailable' }, 'temporary no_answer 1'],
    [{ status: '603 Decline' }, 'temporary call_declined 1'],
    [{ status: '404 Not Found' }, 'permanent address_unknown null'],
    [{ status: '484 Address Incomplete' }, 'permanent address_invalid null'],
    [{ status: '403 Forbidden' }, 'permanent message_rejected null'],
    [{ status: '488 Not Acceptable Here' }, 'permanent undelivered null'],
    [{ status: '302 Moved' }, 'permanent undelivered null'],
    [{ status: '500 Server Error' }, 'temporary recipient_deferred 1'],
    [{ status: '503 Overloaded', headers: ['Retry-After: 47'] }, 'channel channel_limit 47'],
    ['drop', 'temporary connection_lost 1'],
    ['machine', 'temporary answering_machine 1'],
  ];
  const told = await Promise.all(
    cases.map(async ([course]) => {
      const { kind, reason, retryAfter } = await failureOf(sender.send(outgoing(course)));
      return `${kind} ${reason} ${retryAfter}`;
    }),
  );
  assert.deepEqual(
    told,
    cases.map(([, expected]) => expected),
  );
  const last = await failureOf(sender.send(outgoing({ status: '486 Busy Here' }, { attempt: 2 })));
  assert.deepEqual([last.kind, last.reason, last.detail], ['permanent', 'line_busy', '486 Busy Here']);
  const ringing = exchange.calls.find(({ state }) => state === 'cancelled');
  assert.ok(ringing, 'the telephone stops ringing');
  const machine = exchange.calls.find(({ to }) => exchange.fates.get(to)?.[0] === 'machine');
  assert.equal(machine!.said().filter((text) => text === outgoing().text).length, 1, 'a machine gets the text once');
  await sender.close();
});

test('lost datagrams are sent again; doubled ones and doubled keys count once', async () => {
  const { sender, heard } = listening();
  await until(() => heard.troubles.includes(null));
  [exchange.lose, exchange.copies] = [1, 2];
  try {
    const one = outgoing(['2']);
    await sender.send(one);
    assert.equal(callTo(one.to).length, 1);
    assert.deepEqual(heard.replies, ['2 #ABCD']);
  } finally {
    [exchange.lose, exchange.copies] = [0, 1];
    await sender.close();
  }
});

test('refuses other requests politely, and the call goes on', async () => {
  const { sender, heard } = listening();
  await until(() => heard.troubles.includes(null));
  assert.match(await exchange.ask('OPTIONS'), / 200 /);
  assert.match(await exchange.ask('INVITE'), / 480 /);
  assert.match(await exchange.ask('SUBSCRIBE'), / 405 /);
  assert.match(await exchange.ask('CANCEL'), / 481 /);
  const one = outgoing(['', '', '2']);
  const sending = sender.send(one);
  const call = await until(() => callTo(one.to).find(({ state }) => state === 'connected'));
  const packets = call.packets;
  assert.match(await call.ask('INVITE', 'v=0\r\n'), / 488 /);
  assert.match(await call.ask('UPDATE'), / 405 /);
  await until(() => call.packets > packets + 5);
  await sending;
  assert.match(await call.ask('INFO'), / 481 /, 'the call is over');
  await sender.close();
});

test('calls over TCP and TLS, and registers again after a lost connection', async () => {
  const certificate = makeCertificate();
  for (const transport of ['tcp', 'tls'] as const) {
    const relay = await startSipRelay(exchange.port, transport === 'tls' ? certificate : undefined);
    const way = { server: `127.0.0.1:${relay.port}`, transport };
    if (transport === 'tls') {
      const careful = listening(way);
      await until(() => careful.heard.troubles.at(-1) === 'channel_tls');
      await careful.sender.close();
    }
    const { sender, heard } = listening({ ...way, verify: false });
    const one = outgoing(['2']);
    await sender.send(one);
    assert.deepEqual(heard.replies, ['2 #ABCD']);
    const registered = heard.troubles.length;
    relay.cut();
    await until(() => heard.troubles.length > registered && heard.troubles.at(-1) === null);
    await sender.close();
    await relay.stop();
  }
});

test('a wrong password or a server that refuses shows at the channel before anyone is called', async () => {
  const wrong = listening({ password: 'falsch' });
  await until(() => wrong.heard.troubles.at(-1) === 'channel_credentials');
  const failure = await failureOf(wrong.sender.send(outgoing()));
  assert.deepEqual([failure.kind, failure.reason, failure.broken], ['channel', 'channel_credentials', true]);
  await wrong.sender.close();
  exchange.refuses = '503 Down';
  const down = listening();
  await until(() => down.heard.troubles.at(-1) === 'channel_limit');
  exchange.refuses = null;
  await until(() => down.heard.troubles.at(-1) === null);
  await down.sender.close();
  exchange.lose = 10_000;
  const lost = listening({}, { t1: 5 });
  await until(() => lost.heard.troubles.at(-1) === 'channel_unreachable');
  exchange.lose = 0;
  await until(() => lost.heard.troubles.at(-1) === null);
  await lost.sender.close();
});

test('a server without any answer is unreachable', async () => {
  const { sender } = listening({ register: false }, { t1: 10 });
  const { kind, reason } = await failureOf(sender.send(outgoing('silence')));
  assert.deepEqual([kind, reason], ['channel', 'channel_unreachable']);
  await sender.close();
});

test('registers again when a call gets no response', async () => {
  const { sender, heard } = listening({}, { t1: 10 });
  await until(() => heard.troubles.includes(null));
  const before = heard.troubles.length;
  const { kind, reason } = await failureOf(sender.send(outgoing('silence')));
  assert.deepEqual([kind, reason], ['channel', 'channel_unreachable']);
  await until(() => heard.troubles.slice(before).includes(null));
  await sender.close();
});

test('waits before it registers again at a server that ends each connection', async () => {
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('error', () => undefined).once('data', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const began = performance.now();
  const { port } = server.address() as AddressInfo;
  const { sender } = listening({ server: `127.0.0.1:${port}`, transport: 'tcp' });
  await until(() => connections > 4);
  assert.ok(performance.now() - began > 200, 'after 50, 100, 200 and 200 ms, or half of that');
  await sender.close();
  server.close();
});

test('ends while a server leaves its registration without a response', async () => {
  exchange.lose = 10_000;
  const { sender } = listening();
  const sending = failureOf(sender.send(outgoing()));
  await until(() => exchange.lose < 10_000);
  const began = performance.now();
  await sender.close();
  exchange.lose = 0;
  assert.ok(performance.now() - began < 30_000, 'it does not wait for the 32 s of a response');
  assert.ok((await sending) instanceof NotStarted);
});

test('strangers get no answer, not even within a call', async () => {
  exchange.contacts.clear();
  const { sender, heard } = listening();
  await until(() => heard.troubles.includes(null));
  const port = Number(/:(\d+)$/.exec([...exchange.contacts.keys()][0]!)![1]);
  const stranger = await udpSocket('127.0.0.2');
  const got: string[] = [];
  stranger.on('message', (octets) => got.push(octets.toString().slice(0, 40)));
  const lines = [
    'INVITE sip:haus@127.0.0.1 SIP/2.0',
    'Via: SIP/2.0/UDP 127.0.0.2:5060;branch=z9hG4bKx;rport',
    'From: <sip:x@y>;tag=1',
    'To: <sip:haus@y>;tag=2',
    'Call-ID: x',
    'CSeq: 1 INVITE',
  ];
  stranger.send(`${lines.join('\r\n')}\r\n\r\n`, port, '127.0.0.1');
  assert.match(await exchange.ask('OPTIONS'), / 200 /);
  const mark = await udpSocket('127.0.0.1');
  mark.send('end', stranger.address().port, '127.0.0.2');
  await until(() => got.includes('end'));
  assert.deepEqual(got, ['end']);
  for (const socket of [stranger, mark]) socket.close();
  await sender.close();
});

test('without a free port for sound nothing leaves, and other channels can take over', async () => {
  const taken = await takeEvenPort();
  const { port } = taken.address();
  const { sender } = listening({ ports: `${port}-${port + 1}` });
  let begun = 0;
  const one = outgoing();
  const { kind, reason } = await failureOf(sender.send({ ...one, begin: () => void begun++ }));
  assert.deepEqual([kind, reason, begun, callTo(one.to).length], ['channel', 'channel_limit', 0, 0]);
  taken.close();
  await sender.close();
  const { slots } = adapters.get('voice-sip')!;
  assert.equal(slots({ ...settings(), ports: '40001-40006' }), 3);
});

test('never makes more calls at once than it has lines', async () => {
  const { sender } = listening({ lines: 2, ring: 1 });
  const before = exchange.calls.length;
  const sending = [1, 2, 3].map(() => failureOf(sender.send(outgoing('no-answer'))));
  let most = 0;
  const watch = setInterval(() => {
    most = Math.max(most, exchange.calls.slice(before).filter(({ state }) => state === 'ringing').length);
  }, 5);
  await Promise.all(sending);
  clearInterval(watch);
  assert.equal(most, 2);
  await sender.close();
});

test('the end of the channel hangs up, and its calls are made again', async () => {
  const { sender } = listening();
  const [ringing, talking] = [
    outgoing('no-answer'),
    outgoing(['', '', ''], { text: 'lang '.repeat(2_000).slice(0, 1_900) }),
  ];
  const failures = [ringing, talking].map((one) => failureOf(sender.send(one)));
  await until(() => callTo(talking.to).some(({ state }) => state === 'connected'));
  await until(() => callTo(ringing.to).some(({ state }) => state === 'ringing'));
  await sender.close();
  for (const failure of await Promise.all(failures))
    assert.ok(failure instanceof NotStarted, 'no fault of the channel');
  assert.ok((await failureOf(sender.send(outgoing()))) instanceof NotStarted, 'nor are later calls');
  await until(() => callTo(talking.to)[0]!.endedBy === 'program');
  assert.equal(callTo(ringing.to)[0]!.state, 'cancelled');
});

test('makes no calls without a program that speaks', async () => {
  const { sender } = listening();
  const { kind, reason, detail } = await failureOf(sender.send(outgoing([], { text: 'unsprechbar' })));
  assert.deepEqual([kind, reason], ['channel', 'speech_missing']);
  assert.match(detail!, /espeak-ng/);
  await sender.close();
});

test('a test of the settings calls and unregisters without listening', async () => {
  exchange.contacts.clear();
  const sender = openSip(settings(), app, undefined, quick);
  const one = outgoing([], { recipientId: null, answer: null });
  await sender.send(one);
  assert.equal(callTo(one.to)[0]!.endedBy, 'program');
  await sender.close();
  await until(() => exchange.contacts.size === 0);
});

test('settings that cannot call are refused', () => {
  const { check } = adapters.get('voice-sip')!;
  const wrong = {
    server: 'sip:x y',
    user: 'a b',
    domain: 'a b',
    publicAddress: 'hier',
    ports: '9-10',
    from: '<x>',
    prefix: '+49 ',
    ...{ prices: 'viel', limits: '+4915 4 1\n0151 viel' },
  };
  assert.deepEqual(
    check!(wrong),
    Object.fromEntries(
      Object.keys(wrong)
        .filter((name) => name !== 'prefix')
        .map((name) => [name, name === 'limits' ? 'error_call_limits' : 'error_unlike_hint']),
    ),
  );
  assert.deepEqual(check!({ ...settings(), ports: '40000-40999', publicAddress: '2001:db8::1', prefix: '000' }), {});
});
