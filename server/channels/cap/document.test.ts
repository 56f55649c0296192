import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { capMessages, moments, zones } from '#testing/cap/messages.ts';
import { readCap } from '#testing/cap/rules.ts';
import { childText, elements } from '#testing/xml.ts';
import { capDocument } from './document.ts';
import { capTime } from './time.ts';

test('the message conforms to CAP 1.2 and gateway rules for all texts and choices', () => {
  fc.assert(
    fc.property(capMessages, (message) => {
      const read = readCap(capDocument(message));
      assert.equal(childText(read, 'msgType'), { new: 'Alert', update: 'Update', cancel: 'Cancel' }[message.relation]);
      assert.equal(elements(read, 'info').length, message.texts.length);
      // apps show the event as the title
      const events = elements(read, 'info').map((one) => childText(one, 'event'));
      assert.deepEqual(events, ['Brand & Rauch', 'Fire & smoke'].slice(0, message.texts.length));
      const [info] = elements(read, 'info');
      const over = message.relation === 'cancel';
      assert.equal(elements(info!, 'responseType')[0]?.text === 'AllClear', over);
      if (over) assert.equal(childText(info!, 'urgency'), 'Past');
    }),
  );
});

test('a time is the same instant in any zone, with its offset and never Z', () => {
  fc.assert(
    fc.property(moments, zones, (moment, zone) => {
      const written = capTime(moment, zone);
      assert.match(written, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d$/);
      assert.equal(Date.parse(written), Math.floor(moment.getTime() / 1000) * 1000);
    }),
  );
  assert.equal(capTime(new Date('2026-07-01T12:00:00.900Z'), 'Europe/Berlin'), '2026-07-01T14:00:00+02:00');
  assert.equal(capTime(new Date('2026-07-01T12:00:00Z'), 'UTC'), '2026-07-01T12:00:00-00:00');
});
