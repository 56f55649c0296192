import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { readReplies, type SmtpReply } from './replies.ts';

const reply = fc.record({
  code: fc.integer({ min: 200, max: 599 }),
  words: fc.array(fc.stringMatching(/^[ -~äöü€]{0,30}$/), { minLength: 1, maxLength: 4 }),
});

const written = ({ code, words }: { code: number; words: string[] }, end: string): string =>
  words.map((line, at) => `${code}${at < words.length - 1 ? '-' : ' '}${line}${end}`).join('');

test('replies are the same for any split into packets', () => {
  fc.assert(
    fc.property(
      fc.array(reply, { minLength: 1, maxLength: 5 }),
      fc.infiniteStream(fc.integer({ min: 1, max: 40 })),
      fc.constantFrom('\r\n', '\n'),
      (replies, sizes, end) => {
        const bytes = Buffer.from(replies.map((one) => written(one, end)).join(''));
        const heard: SmtpReply[] = [];
        const reading = readReplies((one) => heard.push(one));
        for (let at = 0; at < bytes.length; ) {
          const size = sizes.next().value as number;
          reading.add(bytes.subarray(at, at + size));
          at += size;
        }
        const expected = replies.map((one) => ({ code: one.code, text: written(one, '\n').slice(0, -1) }));
        assert.deepEqual(heard, expected);
      },
    ),
  );
});

test('does not wait for an invalid or endless reply', () => {
  const reading = () => readReplies(() => undefined);
  assert.throws(() => reading().add(Buffer.from('HTTP/1.1 400 Bad Request\r\n')));
  assert.throws(() => {
    const endless = reading();
    for (let n = 0; n < 100; n++) endless.add(Buffer.from('250-more\r\n'.repeat(2000)));
  });
});

test('a refusal counts without its line break if nothing follows, half a success does not', () => {
  const heard: number[] = [];
  for (const rest of ['421 4.3.2 closing', '250 tak', '55']) {
    const reading = readReplies(({ code }) => heard.push(code));
    reading.add(Buffer.from(rest));
    reading.end();
  }
  assert.deepEqual(heard, [421]);
});
