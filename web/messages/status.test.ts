import assert from 'node:assert/strict';
import test from 'node:test';
import { isTooLarge, onlyFollows, statusWord } from './status.ts';

const none = { pending: 0, reserve: 0, sent: 0, delivered: 0, read: 0, failed: 0, expired: 0 };
const kept = { suppressed: 0, skipped: 0, cancelled: 0 };
const reached = (sent: number) => ({ ...none, ...kept, sent });

test('an end without any delivery is not called sent, and not needed only without a shortage', () => {
  const ended = (part: Partial<typeof kept>, status: 'sent' | 'sent_with_errors' = 'sent', unfilled = 0) =>
    statusWord({ requestAnswer: true, status, messageResult: { ...none, ...kept, ...part } }, unfilled);
  assert.equal(ended({ skipped: 2 }), 'notNeeded');
  assert.equal(ended({ cancelled: 1, skipped: 1 }), 'notNeeded');
  assert.equal(ended({ suppressed: 3 }), 'toNobody', 'nobody has an address for it');
  assert.equal(ended({ suppressed: 1, skipped: 2 }), 'toNobody');
  assert.equal(ended({ skipped: 2 }, 'sent_with_errors', 1), 'toNobody', 'the board says that too few come');
  assert.equal(ended({ suppressed: 2 }, 'sent_with_errors', 1), 'toNobody');
  assert.equal(statusWord({ requestAnswer: true, status: 'sent', messageResult: reached(1) }, 0), 'sent');
});

test('reports a shortage of people for every ended message that asked, regardless of delivery', () => {
  const asks = { requestAnswer: true, status: 'sent_with_errors', messageResult: reached(2) } as const;
  assert.equal(statusWord(asks, 1), 'tooFew');
  assert.equal(statusWord(asks, 0), 'sent_with_errors');
  assert.equal(statusWord({ ...asks, requestAnswer: false }, 1), 'sent_with_errors');
  assert.equal(statusWord({ ...asks, status: 'sent' }, 1), 'tooFew', 'nobody further was to be asked');
  assert.equal(statusWord({ ...asks, status: 'sending' }, 1), 'sending');
});

test('does not offer to publish a too long message unchanged again; messages to people may retry', () => {
  const published = (error: string | null, failed = 1, addressesPeople = false) =>
    isTooLarge({ channel: { addressesPeople }, messageResult: { failed, error } });
  assert.equal(published('message_too_large'), true);
  assert.equal(published('channel_unreachable'), false);
  assert.equal(published('message_too_large', 0), false, 'it is being tried again');
  assert.equal(published('message_too_large', 1, true), false);
});

test('offers to stop later recipients only if it does not stop the message, also for drafts', () => {
  type Status = Parameters<typeof onlyFollows>[0]['status'];
  const offered = (status: Status, followsUntil: string | null = '2026-03-01T10:00:00Z') =>
    onlyFollows({ status, followsUntil });
  for (const status of ['draft', 'sent', 'sent_with_errors', 'failed'] as const) {
    assert.equal(offered(status), true, status);
    assert.equal(offered(status, null), false, status);
  }
  for (const status of ['pending_approval', 'scheduled', 'queued', 'sending'] as const)
    assert.equal(offered(status), false, status);
});
