import assert from 'node:assert/strict';
import test from 'node:test';
import { until } from '#testing/until.ts';
import { type CallParts, OutgoingCall } from './call.ts';
import type { Responses } from './client-transaction.ts';
import type { SipFailure } from './failures.ts';
import { openMedia } from './media.ts';
import { type SipHeader, type SipRequest, type SipResponse, writeSip } from './message.ts';
import { branchOf, Transactions } from './transactions.ts';

const server = { address: '127.0.0.1', port: 5060 };
const sound = 'c=IN IP4 127.0.0.1\r\nm=audio 4000 RTP/AVP 8\r\n';

function responseTo({ headers }: SipRequest, status: number, body = ''): SipResponse {
  const repeated = headers.filter(([name]) => ['via', 'from', 'call-id', 'cseq'].includes(name));
  const to: SipHeader = ['to', `${headers.find(([name]) => name === 'to')![1]};tag=far`];
  return { status, reason: 'x', headers: [...repeated, to], body };
}

test('an answer that crosses the end of the channel is hung up', async () => {
  const asked: [SipRequest, Responses][] = [];
  const ask = (request: SipRequest, responses: Responses) => {
    asked.push([request, responses]);
    return { request, to: server };
  };
  const parts: CallParts = {
    transactions: { ask: (request, _to, responses) => ask(request, responses), acknowledge() {} },
    ask: (request, _to, responses) => responses.sent(ask(request, responses)),
    server,
    isConnected: false,
    media: await openMedia(server.address, null),
    contact: '<sip:haus@127.0.0.1>',
    agent: 'x',
  };
  const wanted = { uri: 'sip:1@x', from: 'sip:haus@x', offer: '', ring: 60_000, underway() {} };
  const call = new OutgoingCall(parts, wanted);
  const answered = call.dial();
  const [invite, { response }] = asked[0]!;
  response(responseTo(invite, 180));
  const abandoned = call.abandon();
  response(responseTo(invite, 200, sound));
  await answered;
  const [bye, responses] = await until(() => asked.find(([{ method }]) => method === 'BYE'));
  responses.response(responseTo(bye, 200));
  await abandoned;
  assert.deepEqual(
    asked.map(([{ method }]) => method),
    ['INVITE', 'CANCEL', 'BYE'],
  );
  assert.ok(call.isOver && call.isAbandoned);
});

test('a call whose message was stopped stops ringing', async () => {
  const asked: [SipRequest, Responses][] = [];
  const ask = (request: SipRequest, responses: Responses) => {
    asked.push([request, responses]);
    return { request, to: server };
  };
  const parts: CallParts = {
    transactions: { ask: (request, _to, responses) => ask(request, responses), acknowledge() {} },
    ask: (request, _to, responses) => responses.sent(ask(request, responses)),
    server,
    isConnected: false,
    media: await openMedia(server.address, null),
    contact: '<sip:haus@127.0.0.1>',
    agent: 'x',
  };
  let isStopped = false;
  const wanted = { uri: 'sip:1@x', from: 'sip:haus@x', offer: '', ring: 60_000, underway() {} };
  const call = new OutgoingCall(parts, { ...wanted, isStopped: () => isStopped });
  const failure = call.dial().then(
    () => assert.fail('it was answered'),
    (error: SipFailure) => error,
  );
  const [invite, { response }] = asked[0]!;
  response(responseTo(invite, 180));
  isStopped = true;
  await until(() => asked.some(([{ method }]) => method === 'CANCEL'));
  response(responseTo(invite, 487));
  assert.equal((await failure).stage, 'unanswered');
  assert.ok(call.isOver);
});

test('a cancelled call without an end is forgotten', async () => {
  const transactions = new Transactions({ transport: 'udp', t1: 1, send() {}, request() {} });
  const headers: SipHeader[] = [
    ['from', '<sip:a@b>;tag=1'],
    ['to', '<sip:c@d>'],
    ['call-id', 'e'],
  ];
  const request = (method: string): SipRequest => ({
    method,
    uri: 'sip:c@d',
    headers: [...headers, ['cseq', `1 ${method}`]],
    body: '',
  });
  let heard = 0;
  const responses: Responses = { response: () => void heard++, failed() {} };
  const { request: invite } = transactions.ask(request('INVITE'), server, responses);
  const rings = () => {
    const before = heard;
    transactions.receive(writeSip(responseTo(invite, 180)), server);
    return heard > before;
  };
  assert.ok(rings());
  transactions.ask(request('CANCEL'), server, { response() {}, failed() {} }, branchOf(invite));
  await until(() => !rings());
  transactions.close();
});

test('answers go to a valid port, whatever a request names', () => {
  const ports: number[] = [];
  const transactions: Transactions = new Transactions({
    transport: 'udp',
    t1: 1,
    send: (_octets, { port }) => void ports.push(port),
    request: (request, from) => transactions.respond(request, from, { status: 405, reason: 'x', headers: [] }),
  });
  for (const via of ['x:99999', 'x:0', 'x:5070', 'x:5070;rport', 'x', 'x:']) {
    const headers: SipHeader[] = [
      ['via', `SIP/2.0/UDP ${via};branch=z9hG4bK${ports.length}`],
      ['from', '<sip:a@b>;tag=1'],
      ['to', '<sip:c@d>'],
      ['call-id', 'e'],
      ['cseq', '1 INFO'],
    ];
    transactions.receive(writeSip({ method: 'INFO', uri: 'sip:c@d', headers, body: '' }), { ...server, port: 7000 });
  }
  assert.deepEqual(ports, [7000, 7000, 5070, 7000, 5060, 5060]);
  transactions.close();
});
