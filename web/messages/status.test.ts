import assert from 'node:assert/strict';
import test from 'node:test';
import { statusWord } from './status.ts';

test('that too few come is said of a message that asked for it, and only where it went wrong', () => {
  const asks = { requestAnswer: true, status: 'sent_with_errors' } as const;
  assert.equal(statusWord(asks, 1), 'tooFew');
  assert.equal(statusWord(asks, 0), 'sent_with_errors');
  assert.equal(statusWord({ ...asks, requestAnswer: false }, 1), 'sent_with_errors');
  assert.equal(statusWord({ ...asks, status: 'sent' }, 1), 'sent');
});
