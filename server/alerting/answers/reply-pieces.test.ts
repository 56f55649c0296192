import assert from 'node:assert/strict';
import test from 'node:test';
import { storeReceived } from '#server/alerting/delivery/store-received.ts';
import type { Topic } from '#server/platform/live/topics.ts';
import { startTestApp } from '#testing/app.ts';
import { createChannel } from '#testing/messages.ts';
import { until } from '#testing/until.ts';
import { joinedText } from './reply-pieces.ts';
import { readReply } from './reply-words.ts';

test('a reply without an id ends the rest of the workers, which join it', async () => {
  const app = await startTestApp();
  const heard: (Topic | null)[] = [];
  const unwatch = app.live.watchAll((topic) => heard.push(topic));
  try {
    const { id } = await createChannel(app.db, 'sms');
    const pieces = [{ from: '+4915160000001', text: '1' }];
    await storeReceived(app.db, { id, addresses: ['mobile'] }, { receipts: [], replies: [], pieces });
    await until(async () => heard.includes('replies'));
  } finally {
    unwatch();
    await app.stop();
  }
});

test('missing parts leave a gap, and a text without its beginning or mixed with another one chooses nothing', () => {
  const options = [
    { code: '1', label: 'Ich komme', labelEn: null, kind: 'POSITIVE', askMinutes: true },
    { code: '2', label: 'Ich komme nicht', labelEn: null, kind: 'NEGATIVE', askMinutes: false },
  ];
  const cases: [total: number, parts: [number: number, text: string][], text: string, option: string | null][] = [
    [1, [[1, '1']], '1', '1'],
    [
      3,
      [
        [3, 'mit'],
        [1, '1 in 20 '],
        [2, 'min, Anna '],
      ],
      '1 in 20 min, Anna mit',
      '1',
    ],
    [2, [[1, '1 in 20 min']], '1 in 20 min […]', '1'],
    [
      3,
      [
        [1, '1 in 20'],
        [3, 'Anna'],
      ],
      '1 in 20 […] Anna',
      '1',
    ],
    [2, [[2, '2 Kollegen']], '[…] 2 Kollegen', null],
    [4, [[3, 'Ich komme nicht']], '[…] Ich komme nicht […]', null],
    [
      2,
      [
        [1, '1 '],
        [1, '2 '],
        [2, 'gleich'],
        [2, 'krank'],
      ],
      '[…] 1 2 gleichkrank',
      null,
    ],
  ];
  for (const [total, parts, text, option] of cases) {
    const joined = joinedText(parts.map(([number, words]) => ({ number, total, text: words })));
    assert.deepEqual([joined, readReply(joined, options).option], [text, option]);
  }
});
