import { useEffect, useEffectEvent } from 'react';
import { type AnyVariables, createRequest, type TypedDocumentNode, useClient } from 'urql';
import { onAttention } from './attention.ts';
import { onStreamState } from './stream.ts';

const PATIENCE = 5000;
const POLL_EVERY = 3000;
// milliseconds; thousands of deliveries may report changes, and every viewer refetches
const AT_MOST_EVERY = 3000;
const SPREAD = 1000;

type Manner<Data> = {
  pause?: boolean;
  poll?: () => void;
  /** Receives each change's data; without data, `poll` is called. */
  hear?: (data: Data) => void;
  /** Replaces `refetch` once the subscription connects, when data are hardly outdated. */
  first?: () => void;
  /** Polling interval of a hidden page in milliseconds; by default none. */
  hiddenEvery?: number | undefined;
};

/**
 * Calls `refetch` on changes and after reconnects, at most once per three seconds and spread across browsers. Without a
 * connection for five seconds, or while another page has it, calls `poll` (by default `refetch`) every three seconds. A
 * hidden page pauses, or polls every `hiddenEvery` milliseconds.
 */
export function useLive<Data, Variables extends AnyVariables>(
  subscription: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  refetch: () => void,
  { pause = false, poll = refetch, hear, first, hiddenEvery }: Manner<Data> = {},
): void {
  const client = useClient();
  const onChange = useEffectEvent(refetch);
  const onPoll = useEffectEvent(poll);
  const onFirst = useEffectEvent((changed: () => void) => (first ?? changed)());
  const onData = useEffectEvent((data: Data | undefined, isGone: boolean) => {
    if (data) hear?.(data);
    else if (hear && isGone) poll(); // the query returns the same error, and the page shows it
  });
  const { key } = createRequest(subscription, variables);
  const parameters = useEffectEvent(() => ({ subscription, variables }));

  useEffect(() => {
    if (pause) return;
    const { subscription: document, variables: values } = parameters();
    const calm = calmly(() => onChange());
    const stop = follow(
      key,
      (changed) => {
        let isFirst = true;
        return client.subscription(document, values).subscribe(({ data, error }) => {
          // an error carries the previous data; after a temporary one, pages refetch one after another
          const isGone = error?.graphQLErrors.some(({ message }) => message === 'error_not_found') ?? false;
          onData(error ? undefined : data, isGone);
          if (isFirst) onFirst(changed);
          else changed();
          isFirst = false;
        }).unsubscribe;
      },
      { refetch: calm.call, poll: () => onPoll(), hiddenEvery },
    );
    return () => {
      stop();
      calm.cancel();
    };
  }, [client, key, pause, hiddenEvery]);
}

/** Calls the action within a second, then at most every three seconds. */
function calmly(action: () => void): { call: () => void; cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = false;
  const act = () => {
    asked = false;
    action();
    timer = setTimeout(() => {
      timer = undefined;
      if (asked) act();
    }, AT_MOST_EVERY);
  };
  const call = () => {
    asked = true;
    timer ??= setTimeout(act, Math.random() * SPREAD);
  };
  return { call, cancel: () => clearTimeout(timer) };
}

type Following = { refetch: () => void; poll: () => void; hiddenEvery: number | undefined };

/** Keeps a subscription open while the page may be live, and polls otherwise. */
function follow(
  key: number,
  open: (changed: () => void) => () => void,
  { refetch, poll, hiddenEvery }: Following,
): () => void {
  let close: (() => void) | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;
  let isConnected = false;

  const stopPolling = () => {
    clearTimeout(timer);
    clearInterval(polling);
    timer = undefined;
    polling = undefined;
  };
  const expectConnection = () => {
    timer ??= setTimeout(() => {
      poll();
      polling ??= setInterval(poll, POLL_EVERY);
    }, PATIENCE);
  };
  const stopWatching = onStreamState(key, (connected) => {
    isConnected = connected;
    if (!connected) {
      wasLost = true;
      return expectConnection();
    }
    stopPolling();
    if (wasLost) refetch();
    wasLost = false;
  });
  const stop = () => {
    stopPolling();
    close?.();
    close = undefined;
    isConnected = false;
  };
  const stopAttending = onAttention((attention) => {
    if (attention === 'live') {
      if (!isConnected) expectConnection(); // a stream that is already open sends no second notice
      close ??= open(refetch);
      if (wasLost) refetch();
      return;
    }
    wasLost = true;
    stop();
    const every = attention === 'asking' ? POLL_EVERY : hiddenEvery;
    if (every !== undefined) polling = setInterval(poll, every);
  });
  return () => {
    stopAttending();
    stopWatching();
    stop();
  };
}
