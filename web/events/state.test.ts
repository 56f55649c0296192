import assert from 'node:assert/strict';
import test from 'node:test';
import { stateOf } from './state.ts';

const event = (identifier: string, isRunning: boolean, isActive = true) => ({
  isRunning,
  isActive,
  eventStatus: { identifier },
});

test('status, running and active make one state', () => {
  assert.equal(stateOf(event('draft', false)), 'draft');
  assert.equal(stateOf(event('published', true)), 'running');
  assert.equal(stateOf(event('published', false)), 'finished');
  assert.equal(stateOf(event('archived', false)), 'archived');
  for (const status of ['draft', 'published', 'archived'])
    assert.equal(stateOf(event(status, false, false)), 'deleted');
});
