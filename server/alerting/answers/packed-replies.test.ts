import assert from 'node:assert/strict';
import test from 'node:test';
import { textOfPerson } from '#server/channels/smpp/text.ts';
import { toGsm } from '#shared/sms.ts';
import { type ReplyOption, readReply } from './reply-words.ts';

/** Packs eight septets in seven octets (3GPP TS 23.038, 6.1.2.1). */
function packed(text: string): Buffer {
  const septets = toGsm(text);
  const octets = Buffer.alloc(Math.ceil((septets.length * 7) / 8));
  for (const [at, septet] of septets.entries()) {
    const [place, shift] = [(at * 7) >> 3, (at * 7) & 7];
    octets[place] = octets[place]! | ((septet << shift) & 0xff);
    if (shift > 1) octets[place + 1] = septet >> (8 - shift);
  }
  return octets;
}

const optionsUpTo = (most: number): ReplyOption[] =>
  Array.from({ length: most }, (_, at) => ({
    code: String(at + 1),
    label: ['Ich komme', 'Ich komme nicht'][at] ?? `Gruppe ${at}`,
    labelEn: null,
    kind: ['POSITIVE', 'NEGATIVE'][at] ?? 'NEUTRAL',
    askMinutes: true,
  }));

const codings = [0, 1, 2, 3, 4, 6, 8, 0x10, 0xf0, 0xf4];
const minutes = [...Array(61).keys(), 75, 90, 120, 180, 240, 1440];
const numbers = Array.from({ length: 20 }, (_, at) => String(at + 1));
const timed = ['{n} {m}', '{n},{m}', '{n}, {m}', '{n}. {m}', '{n}/{m}', '{n} {m} min', '{n} in {m} min', '{n}: {m}'];
const words = ['Ja', 'ja', 'JA', 'Nein', 'nein', 'ok', 'Ok', 'Yes', 'no', 'j', 'n', 'Ich komme', 'Ich komme nicht'];
const texts = [
  ...[...numbers, ...words].flatMap((choice) =>
    ['', '.', '!', ' ', ', danke', ' bin krank', '\n'].map((end) => choice + end),
  ),
  ...[...numbers.slice(0, 12), 'Ja', 'Ich komme'].flatMap((choice) =>
    minutes.flatMap((time) => timed.map((form) => form.replace('{n}', choice).replace('{m}', String(time)))),
  ),
];

test('packed septets never choose another answer or time than their text, in any data coding', () => {
  assert.equal(packed('1 20').toString('hex'), '31900c06');
  const asked = [3, 12].map(optionsUpTo);
  let marked = 0;
  for (const text of texts) {
    const right = asked.map((options) => readReply(text, options));
    const octets = packed(text);
    for (const read of new Set(codings.map((coding) => textOfPerson(octets, coding)))) {
      if (read.startsWith('\ufffd')) {
        marked++;
        assert.equal(readReply(read, asked[1]!).option, null, text);
        continue;
      }
      for (const [at, options] of asked.entries()) {
        const { option, minutes: time } = readReply(read, options);
        const meant = [right[at]!.option, right[at]!.minutes];
        if (option !== null) assert.deepEqual([option, time], meant, `${JSON.stringify(text)} ${read}`);
      }
    }
  }
  assert.ok(marked > 1_000);
});

test('the same texts with one character per octet are read as written', () => {
  for (const text of [...texts, 'Grüße, 5 €', 'Ja, Straße 12 [Tor 3]']) {
    for (const coding of [0, 1, 3, 4, 0xf0]) assert.equal(textOfPerson(Buffer.from(toGsm(text)), coding), text);
    if (!text.includes('€'))
      for (const coding of [0, 1, 3, 4]) assert.equal(textOfPerson(Buffer.from(text, 'latin1'), coding), text);
  }
});
