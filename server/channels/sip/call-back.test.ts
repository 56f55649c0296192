import assert from 'node:assert/strict';
import test, { after, afterEach, before } from 'node:test';
import type { CallBack, CallBackQuestion, Hear, Sender, Values } from '#server/channels/channel.ts';
import type { SipWaits } from '#server/channels/sip/send.ts';
import { createLog } from '#server/platform/log.ts';
import { type CalledChannels, startCalledChannels } from '#testing/called-channel.ts';
import type { SipCaller } from '#testing/fakes/sip-caller.ts';
import type { SipExchange } from '#testing/fakes/sip-exchange.ts';
import { until } from '#testing/until.ts';

let telephones: CalledChannels;
let exchange: SipExchange;
before(async () => {
  telephones = await startCalledChannels();
  exchange = telephones.exchange;
});
afterEach(() => telephones.close());
after(() => telephones.stop());

const question = (more: Partial<CallBackQuestion> = {}): CallBackQuestion => ({
  to: '+4915190000001',
  text: 'Bitte kommen Sie.',
  language: 'de',
  answer: {
    url: 'https://krise.example.org/a',
    options: [
      { code: '1', label: 'Ich komme', askMinutes: true },
      { code: '2', label: 'Nein', askMinutes: false },
    ],
    replyCode: 'ABCD',
  },
  state: 'open',
  ...more,
});

interface Reached {
  sender: Sender;
  port: number;
  asked: (readonly string[])[];
  replies: { from: string; text: string }[];
}

/** Opens a channel whose callers have these questions. */
async function reachable(
  questions: readonly CallBackQuestion[] | Error | Promise<readonly CallBackQuestion[]>,
  more: Values = {},
  waits: Partial<SipWaits> = {},
): Promise<Reached> {
  const [asked, replies]: [Reached['asked'], Reached['replies']] = [[], []];
  const hear: Hear = Object.assign(
    async (heard: Parameters<Hear>[0]) => void replies.push(...heard.replies.map(({ from, text }) => ({ from, text }))),
    { trouble: () => {} },
  );
  const findCallBack = async (numbers: readonly string[]): Promise<CallBack> => {
    asked.push(numbers);
    if (questions instanceof Error) throw questions;
    const found = await questions;
    return { language: 'de', questions: numbers.length ? found : [] };
  };
  const app = { log: createLog('silent'), findCallBack };
  const { sender, port } = await telephones.open(app, hear, { callBack: true, ...more }, waits);
  return { sender, port, asked, replies };
}

const dial = (port: number, from?: string, more: Parameters<CalledChannels['dial']>[1] = {}): Promise<SipCaller> =>
  telephones.dial(port, { ...(from ? { from } : {}), ...more });

const over = (caller: SipCaller) => until(() => caller.endedBy);

test('a caller hears the question and answers by keys; doubled datagrams count once', async () => {
  const { port, asked, replies } = await reachable([question()]);
  const caller = await dial(port, undefined, { copies: 2 });
  assert.deepEqual([...new Set(caller.responses)], ['SIP/2.0 180 Ringing', 'SIP/2.0 200 OK']);
  assert.match(caller.answer, /m=audio \d+ RTP\/AVP 8 101\r\n/);
  assert.match(caller.answer, /m=video 0 RTP\/AVP 96\r\n/);
  await until(() => caller.said().length > 2);
  await caller.press('1');
  await until(() => caller.said().some((text) => /In wie vielen Minuten/.test(text)));
  await caller.press('20#');
  assert.equal(await over(caller), 'program');
  assert.deepEqual(replies, [
    { from: '+4915190000001', text: '1 #ABCD' },
    { from: '+4915190000001', text: '1 20 #ABCD' },
  ]);
  assert.deepEqual(caller.said().slice(0, 2), ['Bitte kommen Sie.', 'Bitte kommen Sie.']);
  assert.deepEqual(asked, [['+4915190000001']]);
});

test('several questions follow each other, the newest first', async () => {
  const second = question({ text: 'Zweite Frage.', answer: { ...question().answer, replyCode: 'EFGH' } });
  const { port, replies } = await reachable([second, question()]);
  const caller = await dial(port);
  await caller.press('2');
  await until(() => replies.length === 1);
  await until(() => caller.said().includes('Bitte kommen Sie.'));
  await caller.press('2');
  await over(caller);
  assert.deepEqual(
    replies.map(({ text }) => text),
    ['2 #EFGH', '2 #ABCD'],
  );
  assert.ok(caller.said().includes('Es gibt noch eine Frage.'));
});

test('a question whose alarm ended during the first one is not asked', async () => {
  const second = question({ text: 'Zweite Frage.', answer: { ...question().answer, replyCode: 'EFGH' } });
  const questions = [question(), second];
  const { port, replies } = await reachable(questions);
  const caller = await dial(port);
  questions[1] = { ...second, state: 'over' };
  await caller.press('2');
  assert.equal(await over(caller), 'program');
  assert.ok(caller.said().some((text) => /ist beendet\./.test(text)));
  assert.ok(!caller.said().includes('Zweite Frage.'));
  assert.deepEqual(
    replies.map(({ text }) => text),
    ['2 #ABCD'],
  );
});

test('a caller without an open question hears why, and nothing else', async () => {
  const cases: [CallBackQuestion[], string, string[], RegExp][] = [
    [[], '<sip:+4915190000009@anlage>', [], /^Zu Ihrer Rufnummer gibt es keine offene Frage\. Auf/],
    [[question()], '"Anonymous" <sip:anonymous@anonymous.invalid>', [], /^Ihre Rufnummer wird nicht übertragen\./],
    [[question()], '<sip:+4915190000001@anlage>', ['Privacy: id'], /^Ihre Rufnummer wird nicht übertragen\./],
    [[question({ state: 'over' })], '<sip:+4915190000001@anlage>', [], /^Der Alarm, .* ist beendet\./],
    [[question({ state: 'closed' })], '<sip:+4915190000001@anlage>', [], /Zeit für Antworten ist abgelaufen\./],
    [[question({ state: 'notNeeded', language: 'en' })], '<sip:+49151@anlage>', [], /You are no longer needed\./],
  ];
  for (const [questions, from, headers, expected] of cases) {
    const { port, replies } = await reachable(questions);
    const caller = await dial(port, from, { headers });
    await until(() => caller.said().length > 0);
    await caller.press('1');
    await over(caller);
    const [text, ...others] = caller.said();
    assert.match(text!, expected);
    assert.deepEqual([others, replies], [[], []]);
  }
});

test('at a number of several people the question is heard, but keys count for no one', async () => {
  const { port, replies } = await reachable([question({ state: 'shared' })]);
  const caller = await dial(port);
  await until(() => caller.said().length > 1);
  await over(caller);
  const said = caller.said();
  assert.equal(said[0], 'Bitte kommen Sie.');
  assert.match(said.at(-1)!, /mehrere Personen angerufen/);
  assert.deepEqual(replies, []);
});

test('reads the number that the server asserts, with the digits of an outside line or without +', async () => {
  const { port, asked } = await reachable([], { prefix: '000' });
  for (const [from, headers] of [
    ['<sip:23@anlage>', ['P-Asserted-Identity: "A" <sip:0004915190000001@anlage;user=phone>']],
    ['<sip:001519-000.0001@anlage>', []],
    ['<sip:4915190000001;phone-context=x@anlage>', []],
  ] as const)
    await over(await dial(port, from, { headers: [...headers] }));
  assert.ok(asked[0]!.includes('+4915190000001'));
  assert.ok(asked[1]!.includes('015190000001'));
  assert.ok(asked[2]!.includes('+4915190000001'));
});

test('reads asserted numbers as URIs of telephones, and several in one header', async () => {
  const { port, asked } = await reachable([]);
  const header = 'P-Asserted-Identity: ';
  for (const asserts of [
    [`${header}tel:+49-1519-0000001`],
    [`${header}"Anna" <tel:+4915190000001;cpc=ordinary>`],
    [`${header}<tel:1519-0000001;phone-context=+49>`],
    [`${header}"Büro, Anna" <sip:anna@anlage>, <tel:+4915190000001>`],
    [`${header}<sip:anna@anlage>`, `${header}tel:+4915190000001`],
  ]) {
    await over(await dial(port, '<sip:+4915190000009@anlage>', { headers: asserts }));
    assert.deepEqual(asked.at(-1), ['+4915190000001'], String(asserts));
  }
  // two numbers may be two people: the search for a question decides
  await over(await dial(port, undefined, { headers: [`${header}<sip:+491519001@x>, <tel:+491519002>`] }));
  assert.deepEqual(asked.at(-1), ['+491519001', '+491519002']);
  // From isn't asserted
  await over(await dial(port, undefined, { headers: [`${header}<sip:anna@anlage>`] }));
  assert.deepEqual(asked.at(-1), []);
});

test('a telephone of RFC 2543 without its own branches is heard, repeats, and gives up', async () => {
  for (const branches of ['none', 'same'] as const) {
    const searching = Promise.withResolvers<CallBackQuestion[]>();
    const { port, replies } = await reachable(searching.promise, { lines: 1 }, { t1: 20 });
    const gone = await dial(port, undefined, { branches, givesUp: true });
    assert.equal(gone.responses.at(-1), 'SIP/2.0 487 Request Terminated', branches);
    searching.resolve([question()]);
    const caller = await until(async () => {
      const again = await dial(port, undefined, { branches, copies: 2 });
      return again.responses.at(-1) === 'SIP/2.0 200 OK' && again;
    });
    await until(() => caller.said().length > 3);
    const answers = caller.responses.filter((line) => / 200 /.test(line)).length;
    await caller.press('2');
    await over(caller);
    // the ACK ends the repetitions; a copy of the INVITE gets the answer once more
    assert.equal(caller.responses.filter((line) => / 200 /.test(line)).length, answers, branches);
    assert.deepEqual(
      replies.map(({ text }) => text),
      ['2 #ABCD'],
    );
  }
});

// the caller ends the call, however late
const patient = { greeting: { quiet: 50, speech: 4_000, longest: 300 }, key: 60_000, pause: 50, again: 50 };

test('a server that is silent once ends no running call', async () => {
  const { port, sender, replies } = await reachable([question()], {}, { t1: 10, conversation: patient });
  const caller = await dial(port);
  await until(() => caller.said().length > 0);
  exchange.contacts.clear();
  exchange.lose = 11; // all of the INVITE, and of a REGISTER
  const to = '+4915190000077';
  const outgoing = { to, text: 'Probe', urgent: true, careful: false, recipientId: 1, generation: 1, key: 'k' };
  await assert.rejects(sender.send({ ...outgoing, html: '', subject: '', title: '', begin: () => {} } as never));
  await until(() => exchange.contacts.size);
  assert.match(await caller.ask('INVITE', 'v=0\r\n'), / 488 /);
  await caller.press('2');
  await until(() => replies.length === 1);
  await caller.hangUp();
});

test('refuses calls that it cannot take with the status for it', async () => {
  const { port } = await reachable([question()]);
  const statusOf = async (more: Parameters<typeof dial>[2]) => (await dial(port, undefined, more)).responses.at(-1);
  assert.equal(await statusOf({ body: '' }), 'SIP/2.0 488 Not Acceptable Here');
  assert.equal(await statusOf({ headers: ['Require: 100rel'] }), 'SIP/2.0 420 Bad Extension');
  const [first, second] = await Promise.all([dial(port), dial(port)]);
  assert.equal(await statusOf({}), 'SIP/2.0 486 Busy Here');
  await Promise.all([first.hangUp(), second.hangUp()]);
  assert.equal(await statusOf({}), 'SIP/2.0 200 OK');
  assert.match(await first.ask('BYE'), / 481 /);
});

test('callers who give up at once hold their place until the search for their question has ended', async () => {
  const searching = Promise.withResolvers<CallBackQuestion[]>();
  const { port, asked } = await reachable(searching.promise);
  const statuses: (string | undefined)[] = [];
  for (let caller = 0; caller < 5; caller++) {
    const call = await dial(port, undefined, { givesUp: true });
    statuses.push(call.responses.at(-1));
  }
  assert.equal(asked.length, 2);
  assert.deepEqual(
    statuses.slice(2),
    Array.from({ length: 3 }, () => 'SIP/2.0 486 Busy Here'),
  );
  searching.resolve([question()]);
  await until(async () => (await dial(port)).responses.at(-1) === 'SIP/2.0 200 OK');
});

test('with call back off or not set, without speech, or without the database, a call is refused', async () => {
  for (const [questions, more] of [
    [[question()], { callBack: false }],
    [[question()], { callBack: null }],
    [[question({ text: 'unsprechbar' })], {}],
    [new Error('no database'), {}],
  ] as const) {
    const { port } = await reachable(questions, more);
    assert.equal((await dial(port)).responses.at(-1), 'SIP/2.0 480 Temporarily Unavailable');
  }
});

test('a change of the call is refused and it goes on; a caller who gives up or is lost frees the line', async () => {
  const { port, sender } = await reachable([question()], { lines: 1 }, { t1: 20, conversation: patient });
  const caller = await dial(port);
  assert.match(await caller.ask('INVITE', 'v=0\r\n'), / 488 /);
  await until(() => caller.said().length > 0);
  assert.match(await caller.ask('CANCEL'), / 200 /);
  await until(() => caller.said().length > 1);
  await caller.hangUp();
  const lost = await dial(port, undefined, { isSilent: true });
  assert.equal(await over(lost), 'program');
  const last = await dial(port);
  await sender.close();
  assert.equal(await over(last), 'program');
});
