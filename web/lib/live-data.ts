import { startTransition, useCallback, useRef, useState } from 'react';
import { type AnyVariables, createRequest, type TypedDocumentNode, useClient } from 'urql';
import { type QueryState, useData } from './data.ts';
import { useLive } from './live.ts';
import { askAfresh } from './requests/ask-afresh.ts';

const ATTEMPTS = 3;

/** Data that updates with every change. `version` follows a little later, for longer lists. */
export type LiveData<Data> = { state: QueryState<Data>; version: number };

/**
 * Runs a query, then takes updates from the subscription, computed once for all viewers. Repeats the query on request
 * or while disconnected.
 */
export function useLiveData<Data, Brought, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  subscription: TypedDocumentNode<Brought, Variables>,
  variables: Variables,
  dataOf: (brought: Brought) => Data,
  hiddenEvery?: number,
): LiveData<Data> {
  const client = useClient();
  const first = useData(query, variables);
  const { key } = createRequest(query, variables);
  const [latest, setLatest] = useState<{ key: number; data: Data }>();
  const [version, setVersion] = useState(0);
  const brought = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the query and its variables
  const refetch = useCallback(() => {
    const ask = async () => {
      // an answer that was superseded may be older or newer than the shown data, so the query runs again
      for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
        const before = brought.current;
        const { data } = await askAfresh(client, query, variables);
        if (brought.current !== before) continue;
        if (data) setLatest({ key, data });
        return;
      }
    };
    void ask();
    setVersion((known) => known + 1);
  }, [client, key]);
  // automatic updates yield to the user's input
  useLive(subscription, variables, () => startTransition(() => setVersion((known) => known + 1)), {
    poll: refetch,
    hiddenEvery,
    hear: (change) => {
      brought.current++;
      startTransition(() => setLatest({ key, data: dataOf(change) }));
    },
  });
  const data = latest?.key === key ? latest.data : first.data;
  const isThere = data !== undefined;
  const state = {
    ...first,
    data,
    error: isThere ? undefined : first.error,
    loading: !isThere && first.loading,
    refetch: isThere ? refetch : first.refetch,
  };
  return { state, version };
}
