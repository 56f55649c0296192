import { useCallback, useEffect, useRef, useState } from 'react';
import {
  type AnyVariables,
  type CombinedError,
  createRequest,
  type Operation,
  type TypedDocumentNode,
  useQuery,
} from 'urql';
import { useConnectionRestored } from './connection.ts';
import { leftAfter, momentNow } from './requests/departures.ts';
import { seenEarly } from './signed-in/prefetch.ts';

export type QueryState<Data> = {
  data: Data | undefined;
  /** Set only without content to show, until a newer answer. */
  error: CombinedError | undefined;
  /** True until the first response. */
  loading: boolean;
  refreshing: boolean;
  refetch: () => void;
};

type Options = { pause?: boolean; keepPrevious?: boolean };

/**
 * Runs a query for a page. Keeps the content during refreshes and outages, and repeats the query once connected.
 * `keepPrevious` keeps the old rows while other variables load.
 */
export function useData<Data, Variables extends AnyVariables>(
  query: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  { pause = false, keepPrevious = false }: Options = {},
): QueryState<Data> {
  const { key } = createRequest(query, variables);
  // until the query takes the prefetched answer
  const [kept, setKept] = useState(() => {
    const data = pause ? undefined : seenEarly(nameOf(query), variables as object);
    return data === undefined ? undefined : { key, data: data as Data };
  });
  const [result, execute] = useQuery<Data, Variables>({ query, variables, pause } as Parameters<
    typeof useQuery<Data, Variables>
  >[0]);
  const isCurrent = result.operation?.key === key;
  const answer = isCurrent && !(result.error && isEmpty(result.data)) ? (result.data ?? undefined) : undefined;
  if (answer !== undefined && (kept?.data !== answer || kept.key !== key)) setKept({ key, data: answer });
  const data = answer ?? (kept && (kept.key === key || keepPrevious) ? kept.data : undefined);
  const isAsking = result.fetching || result.stale;
  // the client drops an error when it asks again
  const [failure, setFailure] = useState<{ key: number; error: CombinedError }>();
  const shown = failure?.key === key && answer === undefined ? failure : undefined;
  const { error: refusal } = answer === undefined && isCurrent && !isAsking ? result : {};
  const failed = refusal && refusal !== shown?.error ? { key, error: refusal } : shown;
  if (failed !== failure) setFailure(failed);
  const ask = useCallback(() => {
    if (!pause) execute({ requestPolicy: 'network-only' });
  }, [execute, pause]);
  const { refetch, restart } = useRefetch(isCurrent ? result : undefined, isAsking, ask);
  useConnectionRestored(restart);
  const error = data === undefined ? failed?.error : undefined;
  return { data, error, loading: data === undefined && !error && !pause, refreshing: result.fetching, refetch };
}

/**
 * Returns ways to repeat a query. `refetch` sends one request after the running one, whose answer may be older than the
 * change. `restart` drops the running one.
 */
function useRefetch(result: { operation?: Operation | undefined } | undefined, isAsking: boolean, ask: () => void) {
  const state = useRef({ isAsking, asked: 0 });
  const restart = useCallback(() => {
    state.current = { isAsking: true, asked: momentNow() };
    ask();
  }, [ask]);
  const refetch = useCallback(() => {
    if (state.current.isAsking) state.current.asked = momentNow();
    else restart();
  }, [restart]);
  useEffect(() => {
    state.current.isAsking = isAsking;
    if (isAsking || !result) return;
    const { asked } = state.current;
    state.current.asked = 0;
    if (asked && !leftAfter(result.operation, asked)) restart();
  }, [isAsking, result, restart]);
  return { refetch, restart };
}

const nameOf = (query: TypedDocumentNode<unknown, never>): string | undefined =>
  query.definitions.find((definition) => definition.kind === 'OperationDefinition')?.name?.value;

/** A refused query may return null for every field, which doesn't mean that nothing exists. */
const isEmpty = (data: unknown): boolean => Object.values(data ?? {}).every((value) => value === null);
