import http from 'node:http';
import { metricsToken } from './app.ts';
import type { TestClient, TestServer } from './server.ts';

/** A subscription of a test. */
export interface TestWatcher {
  /** The received results so far. */
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
  seen: any[];
  hasEnded: () => boolean;
  stop(): void;
}

/** Subscribes to a document as this client and records all results. */
export function watch(
  server: Pick<TestServer, 'url'>,
  { token }: Pick<TestClient, 'token'>,
  query: string,
  variables: object = {},
): TestWatcher {
  const watcher: TestWatcher & { ended: boolean } = {
    seen: [],
    ended: false,
    hasEnded: () => watcher.ended,
    stop: () => request.destroy(),
  };
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  };
  const target = `${server.url}/api/graphql/stream`;
  const request = http.request(target, { method: 'POST', headers, agent: false }, (answer) => {
    let rest = '';
    answer.setEncoding('utf8').on('data', (piece: string) => {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const text = /^data: ?(\{.*\})$/m.exec(block)?.[1];
        if (text) watcher.seen.push(JSON.parse(text));
      }
    });
    answer.on('close', () => {
      watcher.ended = true;
    });
  });
  request.on('error', () => {
    watcher.ended = true;
  });
  request.end(JSON.stringify({ query, variables }));
  return watcher;
}

/** Returns the value of a metric with these labels. */
export async function metric(server: Pick<TestServer, 'url'>, name: string, labels = ''): Promise<number> {
  const text = await (
    await fetch(`${server.url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  ).text();
  const line = text.split('\n').find((one) => one.startsWith(`${name}${labels} `));
  return Number(line?.split(' ').at(-1));
}
