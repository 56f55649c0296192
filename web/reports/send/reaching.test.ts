import assert from 'node:assert/strict';
import test from 'node:test';
import { onlyPublishes } from './reaching.ts';

const feed = { channel: { id: '1', addressesPeople: false } };
const sms = { channel: { id: '2', addressesPeople: true } };
const reach = (people: number | null, id: string) => ({
  people,
  after: 0,
  neverWorked: false,
  lastFailed: false,
  channel: { id, name: id, trouble: null },
});

test('asks for a publication only if nobody receives anything', () => {
  const nobody = { recipients: 0, channels: [reach(null, '1'), reach(0, '2')] };
  assert.equal(onlyPublishes([feed], { recipients: 0, channels: [reach(null, '1')] }), true);
  assert.equal(onlyPublishes([feed, sms], nobody), true);
  assert.equal(onlyPublishes([feed, sms], { recipients: 3, channels: [reach(null, '1'), reach(3, '2')] }), false);
  const byFallback = { ...nobody, recipients: 3 };
  assert.equal(onlyPublishes([feed, sms], byFallback), false, 'people without an SMS number get it on another channel');
  assert.equal(onlyPublishes([sms], { recipients: 3, channels: [reach(0, '2')] }), false);
});
