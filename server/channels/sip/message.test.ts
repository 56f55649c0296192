import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { digestCredentials, parseChallenge, withCredentials } from './digest.ts';
import { headerValues, parseParameters, parseSipAddress, parseSipUri, tagOf } from './header-values.ts';
import {
  headerOf,
  isSipRequest,
  parseSip,
  type SipHeader,
  type SipRequest,
  type SipResponse,
  writeSip,
} from './message.ts';
import { parseSdpAnswer, sdpOffer } from './sdp.ts';
import { SipStreamReader } from './stream-reader.ts';

const headers: SipHeader[] = [
  ['via', 'SIP/2.0/UDP 192.0.2.1:5060;branch=z9hG4bKabc'],
  ['from', '<sip:haus@pbx.example>;tag=a1'],
  ['to', '<sip:+4930123@pbx.example>'],
  ['call-id', 'b2'],
  ['cseq', '7 INVITE'],
];
const invite: SipRequest = { method: 'INVITE', uri: 'sip:+4930123@pbx.example', headers, body: 'v=0\r\n' };
const text = (...lines: string[]) => Buffer.from(lines.join('\r\n'));
const needed = ['Via: SIP/2.0/UDP x;branch=z9hG4bK1', 'From: <sip:a@b>;tag=1', 'To: <sip:c@d>', 'Call-ID: e'];

const word = fc.stringMatching(/^[a-zA-Z0-9 ä<>;,"=.@:-]{0,40}$/).map((one) => one.trim());
const name = fc.stringMatching(/^x-[a-z][a-z-]{0,10}[a-z]$/);

test('reads back every message that it writes, also from a stream in any pieces', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(name, word), { maxLength: 8 }),
      fc.string({ maxLength: 200 }),
      fc.nat(400),
      (more, body, cut) => {
        const written: SipRequest = { ...invite, headers: [...headers, ...more], body };
        const octets = writeSip(written);
        const read = parseSip(octets)!;
        const kept = read.headers.filter(([one]) => one !== 'content-length');
        assert.deepEqual({ ...read, headers: kept }, { ...written, body: Buffer.from(body).toString() });
        const stream = new SipStreamReader();
        const twice = Buffer.concat([octets, Buffer.from('\r\n\r\n'), octets]);
        const at = Math.min(cut, twice.length);
        const messages = [twice.subarray(0, at), twice.subarray(at)].flatMap((part) => stream.read(part)!);
        assert.deepEqual(messages.map(String), [String(octets), String(octets)]);
      },
    ),
  );
});

test('reads any octets without an error', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.boolean(), (octets, isMessage) => {
      const start = isMessage ? writeSip(invite).subarray(0, 150) : Buffer.alloc(0);
      parseSip(Buffer.concat([start, octets]));
      new SipStreamReader().read(Buffer.concat([start, octets]));
    }),
  );
});

test('reads compact and folded headers, and any case', () => {
  const read = parseSip(
    text(
      'OPTIONS sip:a@b SIP/2.0',
      'v: SIP/2.0/UDP x;branch=z9hG4bK1, SIP/2.0/TCP y;branch=z9hG4bK2',
      'f: "a, b" <sip:a@b>',
      ' ;tag=1',
      'TO  : sip:c@d;tag=2',
      'i: e',
      'cSeQ: 1 OPTIONS',
      'l: 2',
      '',
      'okay',
    ),
  )!;
  assert.ok(isSipRequest(read));
  assert.equal(headerValues(read, 'via').length, 2);
  assert.deepEqual([tagOf(read, 'from'), tagOf(read, 'to'), read.body], ['1', '2', 'ok']);
});

test('refuses other texts and broken messages', () => {
  const cseq = 'CSeq: 1 BYE';
  const request = 'BYE sip:a@b SIP/2.0';
  assert.ok(parseSip(text(request, ...needed, cseq, '', '')));
  const wrong: Record<string, Buffer> = {
    'no end of headers': text(request, ...needed, cseq),
    'no CSeq': text(request, ...needed, '', ''),
    'CSeq of another method': text(request, ...needed, 'CSeq: 1 INVITE', '', ''),
    'two Call-IDs': text(request, ...needed, 'Call-ID: f', cseq, '', ''),
    'a body that is shorter than its length': text(request, ...needed, cseq, 'Content-Length: 5', '', 'x'),
    'a negative length': text(request, ...needed, cseq, 'Content-Length: -1', '', ''),
    'another version': text('BYE sip:a@b SIP/3.0', ...needed, cseq, '', ''),
    'a header without a name': text(request, ...needed, cseq, ': x', '', ''),
    'a status of four digits': text('SIP/2.0 2000 OK', ...needed, cseq, '', ''),
    'too many headers': text(request, ...needed, cseq, ...Array.from({ length: 300 }, () => 'X: y'), '', ''),
    'too long': Buffer.concat([text(request, ...needed, cseq, '', ''), Buffer.alloc(70_000, 32)]),
  };
  for (const [why, octets] of Object.entries(wrong)) assert.equal(parseSip(octets), null, why);
  const stream = new SipStreamReader();
  assert.equal(stream.read(text('SIP/2.0 200 OK', ...needed, cseq, '', '')), null, 'a stream needs lengths');
  assert.equal(new SipStreamReader().read(Buffer.alloc(40_000, 65)), null, 'headers without an end');
});

test('no value adds a header', () => {
  const octets = writeSip({ ...invite, uri: 'sip:a@b\r\nX: y', headers: [...headers, ['subject', 'a\r\nEvil: yes']] });
  assert.doesNotMatch(octets.toString(), /^(?:Evil|X):/m);
});

test('reads addresses, URIs and parameters', () => {
  assert.equal(parseSipAddress('"<sip:x@y>; \\" ," <sip:a@b;lr>;tag=3').uri, 'sip:a@b;lr');
  assert.equal(parseSipAddress('sip:a@b;tag=3').parameters.get('tag'), '3');
  assert.deepEqual(parseSipUri('sip:a:b@[2001:db8::1]:5070;transport=tcp'), {
    user: 'a:b',
    host: '2001:db8::1',
    port: 5070,
  });
  for (const wrong of ['tel:+4930', 'sip:', 'sip:a@b:99999', 'sip:a@b c', 'http://a'])
    assert.equal(parseSipUri(wrong), null);
  assert.equal(parseParameters('a="x;\\"y";b;a=2').get('a'), 'x;"y');
});

test('answers the challenges of RFC 2617 and RFC 7616', () => {
  const asked = { user: 'Mufasa', method: 'GET', uri: '/dir/index.html' };
  const response = (header: string, more: { password: string; cnonce: string }) =>
    /response="([^"]+)"/.exec(digestCredentials(parseChallenge(header)!, { ...asked, ...more }))![1];
  const old =
    'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5c"';
  assert.equal(response(old, { password: 'Circle Of Life', cnonce: '0a4f113b' }), '6629fae49393a05397450978507c4ef1');
  const common = 'realm="http-auth@example.org", qop="auth", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"';
  const recent = { password: 'Circle of Life', cnonce: 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ' };
  assert.equal(response(`Digest ${common}, algorithm=MD5`, recent), '8ca523f5e9506fed4657c9700eebdbec');
  assert.equal(
    response(`Digest ${common}, algorithm=SHA-256`, recent),
    '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1',
  );
});

test('answers the best challenge once, and again only to a stale nonce', () => {
  const challenged = (...asked: string[]): SipResponse => ({
    status: 401,
    reason: 'Unauthorized',
    headers: asked.map((one): SipHeader => ['www-authenticate', one]),
    body: '',
  });
  const account = { user: 'haus', password: 'geheim' };
  const md5 = 'Digest realm="x", nonce="1"';
  const again = withCredentials(invite, challenged(md5, `${md5}, algorithm=SHA-256`), account)!;
  assert.match(headerOf(again, 'authorization'), /algorithm=SHA-256/);
  assert.equal(headerOf(again, 'cseq'), '8 INVITE');
  assert.equal(withCredentials(again, challenged(md5), account), null, 'the password is wrong');
  assert.ok(withCredentials(again, challenged(`${md5}, stale=TRUE`), account));
  for (const unknown of ['Basic realm="x"', `${md5}, algorithm=MD5-sess`, `${md5}, qop="auth-int"`, 'Digest nonce="1"'])
    assert.equal(withCredentials(invite, challenged(unknown), account), null, unknown);
});

const answer = (lines: readonly string[], own = '192.0.2.1') =>
  parseSdpAnswer(['v=0', 'o=- 1 1 IN IP4 192.0.2.9', 's=-', ...lines].join('\r\n'), own);

test('reads the answer to an offer', () => {
  const session = ['c=IN IP4 192.0.2.9', 't=0 0'];
  const keys = 'a=rtpmap:96 telephone-event/8000';
  assert.deepEqual(answer([...session, 'm=audio 4000 RTP/AVP 0 8 96', keys, 'a=recvonly']), {
    address: '192.0.2.9',
    port: 4000,
    law: 'ulaw',
    events: 96,
  });
  const own = [
    'm=audio 4000 RTP/AVP 8',
    'c=IN IP6 2001:DB8:0:0::2',
    'm=video 5000 RTP/AVP 0',
    'c=IN IP4 192.0.2.8',
    keys,
  ];
  assert.deepEqual(
    answer([...session, ...own], '2001:db8::1'),
    { address: '2001:db8::2', port: 4000, law: 'alaw', events: null },
    'in the form that packets show',
  );
  const unusable = [
    ['m=audio 0 RTP/AVP 8'],
    ['m=audio 4000 RTP/SAVP 8'],
    ['m=audio 4000 RTP/AVP 9 101'],
    ['m=audio 4000 RTP/AVP 8', 'a=rtpmap:8 opus/48000'],
    ['m=video 4000 RTP/AVP 8'],
    ['m=audio 99999 RTP/AVP 8'],
    ['m=audio 4000 RTP/AVP 8', 'a=inactive'],
    ['a=sendonly', 'm=audio 4000 RTP/AVP 8'],
    ['m=audio 4000 RTP/AVP 8', 'c=IN IP4 0.0.0.0'],
    ['m=audio 4000 RTP/AVP 8', 'c=IN IP4 abc.de'],
    ['m=audio 4000 RTP/AVP 8', 'c=IN IP6 2001:db8::2'],
  ];
  for (const lines of unusable) assert.equal(answer([...session, ...lines]), null, lines.join(' '));
  assert.equal(answer(['m=audio 4000 RTP/AVP 8']), null, 'no address');
});

test('reads its own offer, and any text without an error', () => {
  assert.deepEqual(parseSdpAnswer(sdpOffer('2001:db8::1', 4000, 1), '::1'), {
    address: '2001:db8::1',
    port: 4000,
    law: 'alaw',
    events: 101,
  });
  fc.assert(
    fc.property(fc.string(), (any) => void parseSdpAnswer(`c=IN IP4 1.1.1.1\nm=audio 1 RTP/AVP 8\n${any}`, '1.1.1.1')),
  );
});
