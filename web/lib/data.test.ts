import assert from 'node:assert/strict';
import test from 'node:test';
import { createElement, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'urql';
import { clientOfSlowServer, reachedQuery } from '#testing/slow-server.ts';
import { until } from '#testing/until.ts';
import { type QueryState, useData } from './data.ts';
import { departures } from './requests/departures.ts';

const query = reachedQuery;
type Reports = QueryState<{ report: { id: string; reached: number } }>;

// In a process of its own: libraries of other tests would take it for a browser.
const none = () => undefined;
const page = { nodeType: 9, addEventListener: none, removeEventListener: none };
const place = { ...page, nodeType: 1, nodeName: 'DIV', tagName: 'DIV', ownerDocument: page, namespaceURI: '' };
Object.assign(globalThis, { window: { document: page, HTMLIFrameElement: class {} } });

/** A page with this many parts that show the query; its server answers on command. */
function showOf(parts: number) {
  const { client, state: server, open, requests } = clientOfSlowServer(departures);
  const shown: Reports[] = [];
  const seen: Reports[][] = Array.from({ length: parts }, () => []);
  const Part = ({ at }: { at: number }) => {
    const state = useData(query, {});
    useEffect(() => {
      shown[at] = state;
      seen[at]!.push(state);
    });
    return null;
  };
  const root = createRoot(place as unknown as Element);
  const all = Array.from({ length: parts }, (_, at) => createElement(Part, { at, key: at }));
  root.render(createElement(Provider, { value: client }, ...all));
  return {
    server,
    shown,
    seen,
    requests,
    answer: async () => {
      await until(async () => open.length > 0);
      for (const resolve of open.splice(0)) resolve();
    },
    asked: (count: number) => until(async () => requests() === count),
    [Symbol.dispose]: () => root.unmount(),
  };
}

/** Lets React finish scheduled work. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate);
};

test('a refresh during a request leads to one more request after it', async () => {
  using view = showOf(1);
  await view.asked(1);
  view.server.reached = 1;
  for (let change = 0; change < 5; change++) {
    view.shown[0]!.refetch();
    await settle();
  }
  await view.answer();
  await view.asked(2);
  await view.answer();
  await until(async () => view.shown[0]?.data?.report.reached === 1 && !view.shown[0].refreshing);
  assert.equal(view.requests(), 2);
  assert.ok(view.seen[0]!.some(({ data }) => data?.report.reached === 0)); // many changes don't keep the page empty
});

test('a refresh during the request of two parts shows the state after it in both', async () => {
  using view = showOf(2);
  await view.asked(1);
  view.server.reached = 7;
  view.shown[1]!.refetch();
  await settle();
  await view.answer();
  await view.asked(2);
  await view.answer();
  await until(async () => view.shown.every(({ data }) => data?.report.reached === 7));
  assert.equal(view.requests(), 2);
});

test('an error stays while its query runs again, until it is answered', async () => {
  using view = showOf(1);
  view.server.isFailing = true;
  await view.asked(1);
  await view.answer();
  await until(async () => view.shown[0]?.error);
  const before = view.seen[0]!.length;
  view.shown[0]!.refetch();
  await view.asked(2);
  await until(async () => view.shown[0]?.refreshing);
  view.server.isFailing = false;
  view.shown[0]!.refetch();
  await view.answer();
  await view.answer();
  await until(async () => view.shown[0]?.data);
  const between = view.seen[0]!.slice(before).filter(({ data }) => !data);
  assert.ok(between.length > 0 && between.every(({ error, loading }) => error && !loading));
  assert.equal(view.shown[0]!.error, undefined);
});
