import { Client, cacheExchange, type Exchange, fetchExchange, gql } from 'urql';

/** The query that a slow server answers. */
export const reachedQuery = gql<{ report: { id: string; reached: number } }, Record<string, never>>(
  'query Report { report { id reached } }',
);

/** A client of a server that answers on command, with the state at the request. `exchanges` run before the requests. */
export function clientOfSlowServer(...exchanges: Exchange[]) {
  const state = { reached: 0, isFailing: false };
  /** Answers the open requests, the oldest first. */
  const open: (() => void)[] = [];
  let requests = 0;
  const ask: typeof fetch = async (_input, init) => {
    requests++;
    const { isFailing, reached } = state;
    const data = { report: { __typename: 'Report', id: '1', reached } };
    const body = JSON.stringify(isFailing ? { errors: [{ message: 'error_internal' }] } : { data });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    init?.signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
    open.push(resolve);
    await promise;
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  };
  const client = new Client({
    url: 'http://127.0.0.1/api/graphql/',
    preferGetMethod: false,
    requestPolicy: 'network-only',
    fetch: ask,
    exchanges: [cacheExchange, ...exchanges, fetchExchange],
  });
  return { client, state, open, requests: () => requests };
}
