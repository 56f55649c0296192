import assert from 'node:assert/strict';
import test from 'node:test';
import { judge, lostAtMost } from './judge.ts';

const livedAt = new Date('2026-01-05T12:00:00Z');
const known = { id: 'a', home: '7/1', timeline: '00000001', livedAt };
const place = { home: '7/1', timeline: '00000001' };
const seen = (ahead: number) => ({ stands: true, seenAt: new Date(livedAt.getTime() + ahead) });
const promoted = { ...place, timeline: '00000002' };

test('accepts an unchanged place, also for a new container', () => {
  assert.equal(judge(known, place, null), null);
  assert.equal(judge(known, place, seen(0)), null);
  assert.equal(judge({ ...known, home: null, livedAt: null }, place, null), null, 'the first start');
});

test('doubts another server or another database for any witness', () => {
  for (const witness of [null, seen(0)]) assert.equal(judge(known, { ...place, home: '8/1' }, witness), 'moved');
  assert.equal(judge(known, { ...place, home: '7/2' }, null), 'moved');
});

test('accepts a server without a readable number, but not another database', () => {
  assert.equal(judge(known, { ...place, home: '/1' }, null), null);
  assert.equal(judge({ ...known, home: '/1' }, place, null), null);
  assert.equal(judge(known, { ...place, home: '/2' }, null), 'moved');
});

test('accepts a failover of a known database and doubts that of an unknown one', () => {
  assert.equal(judge(known, promoted, seen(lostAtMost)), null, 'a standby lacks the last moments');
  assert.equal(judge(known, promoted, null), 'branched');
  assert.equal(judge(known, promoted, { ...seen(0), stands: false }), 'copied');
});

test('treats a database older than its last known state as restored in every case', () => {
  assert.equal(judge(known, place, seen(lostAtMost + 1)), 'set_back');
  assert.equal(judge(known, promoted, seen(lostAtMost + 1)), 'set_back');
});

test('doubts a copy of the folder with the data', () => {
  assert.equal(judge(known, place, { ...seen(0), stands: false }), 'copied');
});
