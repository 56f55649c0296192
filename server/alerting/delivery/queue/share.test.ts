import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { reservedSlots } from '#server/channels/reserved-slots.ts';
import type { Due } from './due.ts';
import { shareSlots } from './share.ts';

const lanes = fc.constantFrom('alarm', 'normal', 'bulk');
const dueList = fc
  .array(fc.record({ lane: lanes, count: fc.integer({ min: 1, max: 30 }) }), { maxLength: 8 })
  .map((list): Due[] => list.map((entry, index) => ({ ...entry, messageId: index, channelId: 1 }) as Due));
const capacity = fc
  .record({ slots: fc.integer({ min: 1, max: 40 }), forAlarms: fc.nat(40), held: fc.nat(40), others: fc.nat(40) })
  .map(({ slots, forAlarms, held, others }) => ({
    slots,
    forAlarms: Math.min(forAlarms, slots),
    held: Math.min(held, slots),
    others: Math.min(others, held, slots),
  }));

const sum = (numbers: number[]) => numbers.reduce((a, b) => a + b, 0);

test('shares out at most the free and due slots, and leaves the reserve to alarms', () => {
  fc.assert(
    fc.property(dueList, capacity, fc.nat(100), (due, room, turn) => {
      const claims = shareSlots(due, room, turn);
      const laneOf = (id: number) => due[id]!.lane;
      assert.ok(sum(claims.map(({ count }) => count)) <= room.slots - room.held);
      for (const { messageId, count } of claims) assert.ok(count > 0 && count <= due[messageId]!.count);
      const others = sum(claims.filter(({ messageId }) => laneOf(messageId) !== 'alarm').map(({ count }) => count));
      assert.ok(others === 0 || others + room.others <= room.slots - reservedSlots(room.slots));
    }),
  );
});

test('alarms get the free slots that they need, up to their own limit', () => {
  fc.assert(
    fc.property(dueList, capacity, fc.nat(100), (due, room, turn) => {
      const wanted = sum(due.filter(({ lane }) => lane === 'alarm').map(({ count }) => count));
      const given = sum(
        shareSlots(due, room, turn)
          .filter(({ messageId }) => due[messageId]!.lane === 'alarm')
          .map(({ count }) => count),
      );
      const theirs = Math.max(0, room.forAlarms - (room.held - room.others));
      assert.equal(given, Math.min(wanted, room.slots - room.held, theirs));
    }),
  );
});

test('messages of a lane take turns: none gets two more than another waiting one', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 2, maxLength: 6 }),
      fc.nat(9),
      (counts, turn) => {
        const due = counts.map((count, messageId): Due => ({ messageId, channelId: 1, lane: 'bulk', count }));
        const given = new Map(
          shareSlots(due, { slots: 20, forAlarms: 20, held: 0, others: 0 }, turn).map((c) => [c.messageId, c.count]),
        );
        const most = Math.max(...given.values());
        for (const { messageId, count } of due) {
          const got = given.get(messageId) ?? 0;
          assert.ok(got === count || got >= most - 1);
        }
      },
    ),
  );
});

test('the start of the turn rotates, so that one free slot goes around', () => {
  const due = [1, 2, 3].map((messageId): Due => ({ messageId, channelId: 1, lane: 'bulk', count: 9 }));
  const first = [0, 1, 2].map(
    (turn) => shareSlots(due, { slots: 1, forAlarms: 1, held: 0, others: 0 }, turn)[0]!.messageId,
  );
  assert.deepEqual(first, [1, 2, 3]);
});
