import assert from 'node:assert/strict';
import test from 'node:test';
import { judge, lostAtMost } from './judge.ts';

const livedAt = new Date('2026-01-05T12:00:00Z');
const known = { id: 'a', home: '7/1', timeline: '00000001', livedAt };
const place = { home: '7/1', timeline: '00000001' };
const seen = (ahead: number) => ({ stands: true, seenAt: new Date(livedAt.getTime() + ahead) });
const promoted = { ...place, timeline: '00000002' };

test('what lives where it lived is taken at its word, also by a container that remembers nothing', () => {
  assert.equal(judge(known, place, null), null);
  assert.equal(judge(known, place, seen(0)), null);
  assert.equal(judge({ ...known, home: null, livedAt: null }, place, null), null, 'the first start');
});

test('another server or another database is doubted, whoever remembers what', () => {
  for (const witness of [null, seen(0)]) assert.equal(judge(known, { ...place, home: '8/1' }, witness), 'moved');
  assert.equal(judge(known, { ...place, home: '7/2' }, null), 'moved');
});

test('a server that does not let its number be seen is no other one; its database is', () => {
  assert.equal(judge(known, { ...place, home: '/1' }, null), null);
  assert.equal(judge({ ...known, home: '/1' }, place, null), null);
  assert.equal(judge(known, { ...place, home: '/2' }, null), 'moved');
});

test('a failover goes on, where somebody saw the database before; where nobody did it is doubted', () => {
  assert.equal(judge(known, promoted, seen(lostAtMost)), null, 'a standby lacks the last moments');
  assert.equal(judge(known, promoted, null), 'branched');
  assert.equal(judge(known, promoted, { ...seen(0), stands: false }), 'copied');
});

test('a database that is older than what was seen of it was restored, whatever else is said', () => {
  assert.equal(judge(known, place, seen(lostAtMost + 1)), 'set_back');
  assert.equal(judge(known, promoted, seen(lostAtMost + 1)), 'set_back');
});

test('a copy of the folder with the data is doubted', () => {
  assert.equal(judge(known, place, { ...seen(0), stands: false }), 'copied');
});
