import assert from 'node:assert/strict';
import test from 'node:test';
import { Client, cacheExchange, fetchExchange, gql } from 'urql';
import { askAfresh } from './ask-afresh.ts';
import { departures } from './departures.ts';

const query = gql<{ report: { id: string; reached: number } }, Record<string, never>>(
  'query Report { report { id reached } }',
);

/** A client of a server that answers only when told to, with the state at the moment of the request. */
function clientOfSlowServer() {
  const state = { reached: 0 };
  const open: (() => void)[] = [];
  const ask: typeof fetch = async () => {
    const body = JSON.stringify({ data: { report: { __typename: 'Report', id: '1', reached: state.reached } } });
    const { promise, resolve } = Promise.withResolvers<void>();
    open.push(resolve);
    await promise;
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  const client = new Client({
    url: 'http://127.0.0.1/api/graphql/',
    preferGetMethod: false,
    requestPolicy: 'network-only',
    fetch: ask,
    exchanges: [cacheExchange, departures, fetchExchange],
  });
  const answerNext = async () => {
    while (!open.length) await new Promise(setImmediate);
    open.shift()!();
  };
  return { client, state, answerNext, waiting: () => open.length };
}

test('an answer that was under way before a change is not taken for the state after it', async () => {
  const { client, state, answerNext, waiting } = clientOfSlowServer();
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
  const { client, answerNext, waiting } = clientOfSlowServer();
  const answer = askAfresh(client, query, {});
  await answerNext();
  assert.equal((await answer).data?.report.reached, 0);
  await new Promise(setImmediate);
  assert.equal(waiting(), 0);
});
