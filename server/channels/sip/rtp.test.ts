import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { udpSocket } from '#testing/udp-sockets.ts';
import { encodeG711, meanSize, silence, toAlaw, toUlaw } from './g711.ts';
import { openMedia } from './media.ts';
import { KeyReader, parseKeyEvent, parseRtp, writeRtp } from './rtp.ts';
import { atTelephoneRate, parseWav } from './wav.ts';

test('reads back every packet, and any octets without an error', () => {
  const packet = fc.record({
    payloadType: fc.nat(127),
    marker: fc.boolean(),
    sequence: fc.nat(0xffff),
    timestamp: fc.nat(0xffffffff),
    ssrc: fc.nat(0xffffffff),
    payload: fc.uint8Array({ maxLength: 200 }).map((octets) => Buffer.from(octets)),
  });
  fc.assert(fc.property(packet, (one) => assert.deepEqual(parseRtp(writeRtp(one)), { ...one })));
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (octets) => {
      const read = parseRtp(Buffer.from(octets));
      if (read) parseKeyEvent(read.payload);
    }),
  );
});

test('skips sources, an extension and padding', () => {
  const octets = Buffer.from('b2880001000000020000000300000004000000050001000199999999abcd0002', 'hex');
  assert.equal(parseRtp(octets)?.payload.toString('hex'), 'abcd');
  assert.equal(parseRtp(octets.subarray(0, 26)), null);
});

interface Pressed {
  timestamp: number;
  key: number;
  duration: number;
  marker: boolean;
}

const keysIn = (packets: readonly Pressed[]): string => {
  const reader = new KeyReader();
  return packets
    .map(({ timestamp, key, duration, marker }) => {
      const payload = Buffer.from([key, 0x0a, duration >> 8, duration & 0xff]);
      return reader.read({ timestamp, marker, payload }) ?? '';
    })
    .join('');
};
const press = (key: number, timestamp: number): Pressed[] =>
  [160, 320, 480, 480, 480].map((duration, at) => ({ timestamp, key, duration, marker: at === 0 }));

test('counts each key once with lost, doubled and late packets', () => {
  const keys = fc.array(fc.nat(11), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(keys, fc.array(fc.nat(4), { minLength: 6, maxLength: 6 }), (pressed, lost) => {
      const packets = pressed.flatMap((key, at) => {
        const whole = press(key, 8_000 * (at + 1));
        const rest = whole.filter((_packet, place) => place >= lost[at]!);
        return [...rest, ...rest, ...press(pressed[0]!, 8_000).slice(4)];
      });
      assert.equal(keysIn(packets), pressed.map((key) => '0123456789*#'[key]).join(''));
    }),
  );
  assert.equal(keysIn([...press(1, 100), ...press(1, 2_000)]), '11', 'the same key again');
  const long = [...press(5, 100), { timestamp: 580, key: 5, duration: 160, marker: false }];
  assert.equal(keysIn(long), '5', 'a key that is held for long');
  assert.equal(keysIn([{ timestamp: 1, key: 99, duration: 1, marker: true }]), '');
});

test('keys count only from the other side and from its server', async () => {
  const media = await openMedia('127.0.0.1', null);
  const keys: string[] = [];
  const heard = new Promise<void>((resolve) => {
    media.onKey = (key) => {
      keys.push(key);
      if (key === '3') resolve();
    };
  });
  const sockets = await Promise.all(['127.0.0.3', '127.0.0.1', '127.0.0.2'].map((address) => udpSocket(address)));
  media.start(
    { address: '127.0.0.2', port: sockets[2]!.address().port, law: 'alaw', events: 101 },
    sockets[1]!.address(),
  );
  for (const [at, socket] of sockets.entries()) {
    const payload = Buffer.from([at + 1, 0x0a, 0, 160]);
    const packet = writeRtp({ payloadType: 101, marker: true, sequence: at, timestamp: 8_000 * at, ssrc: 7, payload });
    await new Promise((resolve) => socket.send(packet, media.port, '127.0.0.1', resolve));
  }
  await heard;
  assert.equal(keys.join(''), '23');
  media.close();
  for (const socket of sockets) socket.close();
});

/** Decodes A-law as the standard defines it. */
function fromAlaw(octet: number): number {
  const value = octet ^ 0x55;
  const [segment, step] = [(value >> 4) & 7, value & 15];
  const size = segment === 0 ? 16 * step + 8 : (16 * step + 0x108) << (segment - 1);
  return value & 0x80 ? size : -size;
}

function fromUlaw(octet: number): number {
  const value = ~octet & 0xff;
  const size = ((((value & 15) << 3) + 0x84) << ((value >> 4) & 7)) - 0x84;
  return value & 0x80 ? -size : size;
}

test('every sample comes near itself in both forms of G.711', () => {
  for (let sample = -32_768; sample < 32_768; sample += 7) {
    const nearby = Math.max(16, Math.abs(sample) / 16);
    assert.ok(Math.abs(fromAlaw(toAlaw(sample)) - sample) <= nearby, `A-law ${sample}`);
    assert.ok(
      Math.abs(fromUlaw(toUlaw(sample)) - sample) <= nearby + 150 * Number(sample > 32_600 || sample < -32_600),
    );
  }
  for (let octet = 0; octet < 256; octet++) {
    assert.equal(toAlaw(fromAlaw(octet)), octet);
    if (octet !== 0x7f) assert.equal(toUlaw(fromUlaw(octet)), octet); // two octets mean 0
  }
  assert.deepEqual([silence.alaw, silence.ulaw], [0xd5, 0xff]);
  assert.equal(encodeG711(Int16Array.of(0, 0), 'ulaw').toString('hex'), 'ffff');
});

test('measures the size of sound in both forms of G.711', () => {
  const tone = (size: number) => Int16Array.from({ length: 160 }, (_, at) => Math.round(size * Math.sin(at / 3)));
  for (const law of ['alaw', 'ulaw'] as const) {
    const measured = meanSize(encodeG711(tone(2_000), law), law);
    assert.ok(measured > 1_200 && measured < 1_350, `${law} ${measured}`);
    assert.ok(meanSize(Buffer.alloc(160, silence[law]), law) <= 8);
    assert.equal(meanSize(Buffer.alloc(0), law), 0);
  }
});

function wav(rate: number, samples: readonly number[], claimed = 2 * samples.length): Buffer {
  const octets = Buffer.alloc(58 + 2 * samples.length);
  octets.write('RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0', 'latin1');
  octets.writeUInt32LE(rate, 24);
  octets.writeUInt32LE(2 * rate, 28);
  octets.writeUInt16LE(2, 32);
  octets.writeUInt16LE(16, 34);
  octets.write('LIST\x05\0\0\0abcde\0data', 36, 'latin1');
  octets.writeUInt32LE(claimed >>> 0, 54);
  for (const [at, sample] of samples.entries()) octets.writeInt16LE(sample, 58 + 2 * at);
  return octets;
}

test('reads WAV files, also of a stream that claims any length', () => {
  assert.deepEqual(parseWav(wav(8_000, [1, -2, 3])), { rate: 8_000, samples: Int16Array.of(1, -2, 3) });
  assert.deepEqual(parseWav(wav(22_050, [7], 0x7ffff000))?.samples, Int16Array.of(7));
  const stereo = wav(8_000, [1]);
  stereo.writeUInt16LE(2, 22);
  for (const wrong of [stereo, wav(100, [1]), wav(8_000, [1]).subarray(0, 40), Buffer.from('RIFF'), Buffer.alloc(0)])
    assert.equal(parseWav(wrong), null);
  fc.assert(fc.property(fc.uint8Array({ maxLength: 80 }), (any) => void parseWav(Buffer.from(any))));
});

test('at the rate of telephones, a sound keeps its length and its low tones', () => {
  const tone = (rate: number, hertz: number) =>
    Int16Array.from({ length: rate }, (_, at) => Math.round(10_000 * Math.sin((2 * Math.PI * hertz * at) / rate)));
  const loudness = (samples: Int16Array) =>
    Math.sqrt(samples.reduce((sum, one) => sum + one * one, 0) / samples.length);
  const low = atTelephoneRate({ rate: 22_050, samples: tone(22_050, 400) });
  assert.equal(low.length, 8_000);
  assert.ok(loudness(low) > 6_800, String(loudness(low)));
  assert.ok(
    loudness(atTelephoneRate({ rate: 22_050, samples: tone(22_050, 8_000) })) < 1_500,
    'too high for telephones',
  );
  const same = tone(8_000, 400);
  assert.equal(atTelephoneRate({ rate: 8_000, samples: same }), same);
});
