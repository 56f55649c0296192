import assert from 'node:assert/strict';
import test from 'node:test';
import { recipientSets, recipientStatuses } from './delivery-states.ts';

const {
  open,
  cancellable,
  inQueue,
  untried,
  inProgress,
  accepted,
  confirmed,
  failed,
  unreached,
  stopped,
  leftOut,
  notAsked,
} = recipientSets;

test('every recipient state belongs to the expected sets', () => {
  const sets = {
    open,
    cancellable,
    inQueue,
    untried,
    inProgress,
    accepted,
    confirmed,
    failed,
    unreached,
    stopped,
    leftOut,
    notAsked,
  };
  const table = Object.fromEntries(
    recipientStatuses.map((status) => [
      status,
      Object.entries(sets)
        .flatMap(([name, set]) => (set.includes(status) ? [name] : []))
        .join(' '),
    ]),
  );
  assert.deepEqual(table, {
    pending: 'open cancellable untried notAsked',
    queued: 'open cancellable inQueue untried inProgress',
    sending: 'open inProgress',
    retrying: 'open cancellable inQueue inProgress',
    sent: 'accepted',
    delivered: 'accepted confirmed',
    read: 'accepted confirmed',
    failed: 'failed unreached',
    expired: 'failed unreached',
    suppressed: 'unreached leftOut notAsked',
    skipped: 'stopped leftOut notAsked',
    cancelled: 'stopped leftOut notAsked',
  });
});

test('a recipient is open, accepted, failed or left out, and never two of these', () => {
  assert.deepEqual([...open, ...accepted, ...failed, ...leftOut].toSorted(), recipientStatuses.toSorted());
});

test('a combined set contains the sets of its name', () => {
  const combined = {
    openOrAccepted: [...open, ...accepted],
    openOrFailed: [...open, ...failed],
    acceptedOrFailed: [...accepted, ...failed],
    inProgressOrAccepted: [...inProgress, ...accepted],
    inProgressOrConfirmed: [...inProgress, ...confirmed],
    sendingOrAccepted: ['sending', ...accepted],
    attemptFailed: ['retrying', ...failed],
    notAsked: ['pending', ...leftOut],
    leftOut: ['suppressed', ...stopped],
    unreached: [...failed, 'suppressed'],
  } satisfies Partial<Record<keyof typeof recipientSets, readonly string[]>>;
  for (const [name, states] of Object.entries(combined))
    assert.deepEqual(recipientSets[name as keyof typeof combined], states, name);
});
