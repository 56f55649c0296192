import assert from 'node:assert/strict';
import test from 'node:test';
import { findCopySign, maximumFailoverLoss } from './find-copy-sign.ts';

const livedAt = new Date('2026-01-05T12:00:00Z');
const known = { id: 'a', home: '7/1', timeline: '00000001', livedAt };
const place = { home: '7/1', timeline: '00000001' };
const seen = (ahead: number) => ({ isInPlace: true, seenAt: new Date(livedAt.getTime() + ahead) });
const promoted = { ...place, timeline: '00000002' };

test('accepts an unchanged place, also for a new container', () => {
  assert.equal(findCopySign(known, place, null), null);
  assert.equal(findCopySign(known, place, seen(0)), null);
  assert.equal(findCopySign({ ...known, home: null, livedAt: null }, place, null), null, 'the first start');
});

test('doubts another server or another database for any contact', () => {
  for (const contact of [null, seen(0)]) assert.equal(findCopySign(known, { ...place, home: '8/1' }, contact), 'moved');
  assert.equal(findCopySign(known, { ...place, home: '7/2' }, null), 'moved');
});

test('accepts a server without a readable number, but not another database', () => {
  assert.equal(findCopySign(known, { ...place, home: '/1' }, null), null);
  assert.equal(findCopySign({ ...known, home: '/1' }, place, null), null);
  assert.equal(findCopySign(known, { ...place, home: '/2' }, null), 'moved');
});

test('accepts a failover of a known database and doubts that of an unknown one', () => {
  assert.equal(findCopySign(known, promoted, seen(maximumFailoverLoss)), null, 'a standby lacks the last moments');
  assert.equal(findCopySign(known, promoted, null), 'branched');
  assert.equal(findCopySign(known, promoted, { ...seen(0), isInPlace: false }), 'copied');
});

test('treats a database older than its last known state as restored in every case', () => {
  assert.equal(findCopySign(known, place, seen(maximumFailoverLoss + 1)), 'set_back');
  assert.equal(findCopySign(known, promoted, seen(maximumFailoverLoss + 1)), 'set_back');
});

test('doubts a copy of the folder with the data', () => {
  assert.equal(findCopySign(known, place, { ...seen(0), isInPlace: false }), 'copied');
});
