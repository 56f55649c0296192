import assert from 'node:assert/strict';
import test from 'node:test';
import { clientOfSlowServer, reachedQuery } from '#testing/slow-server.ts';
import { askAfresh } from './ask-afresh.ts';
import { departures } from './departures.ts';

const query = reachedQuery;

function slowServer() {
  const { client, state, open } = clientOfSlowServer(departures);
  const answerNext = async () => {
    while (!open.length) await new Promise(setImmediate);
    open.shift()!();
  };
  return { client, state, answerNext, waiting: () => open.length };
}

test('an answer that was under way before a change is not taken for the state after it', async () => {
  const { client, state, answerNext, waiting } = slowServer();
  const earlier = askAfresh(client, query, {});
  while (!waiting()) await new Promise(setImmediate); // the server has read the state
  state.reached = 1;
  const later = askAfresh(client, query, {});
  await answerNext();
  await answerNext();
  assert.equal((await earlier).data?.report.reached, 0);
  assert.equal((await later).data?.report.reached, 1);
});

test('a query that nobody else asks is asked once', async () => {
  const { client, answerNext, waiting } = slowServer();
  const answer = askAfresh(client, query, {});
  await answerNext();
  assert.equal((await answer).data?.report.reached, 0);
  await new Promise(setImmediate);
  assert.equal(waiting(), 0);
});
