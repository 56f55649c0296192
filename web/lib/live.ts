import { useEffect, useEffectEvent } from 'react';
import { type AnyVariables, createRequest, type TypedDocumentNode, useClient } from 'urql';
import { onAttention } from './attention.ts';
import { onStreamState } from './stream.ts';

const PATIENCE = 5000;
const POLL_EVERY = 3000;
// thousands of deliveries may report, and everyone who looks asks: seldom, and not all in the same moment
const AT_MOST_EVERY = 3000;
const SPREAD = 1000;

/** How a page follows a subscription. */
type Manner<Data> = {
  pause?: boolean;
  poll?: () => void;
  /** Hears what every change brings, at once; where one brings nothing, `poll` is called. */
  hear?: (data: Data) => void;
  /**
   * Is called in place of `refetch` for the notice that comes as soon as the subscription stands: what was asked for in the
   * same moment may be older by no more than that, and is asked again only where that matters.
   */
  first?: () => void;
  /** After how many milliseconds a hidden page polls, again and again; without, it rests. */
  hiddenEvery?: number | undefined;
};

/**
 * Calls `refetch` whenever the subscription reports a change, and once after every reconnect, since changes may have
 * been missed; at most every three seconds, and not in the same moment as all other browsers. While the connection is
 * broken for more than five seconds, or another page has it, it calls `poll` every three seconds instead, which is
 * `refetch` unless something lighter is given. A hidden page does nothing until it is shown, or asks as seldom as it is told.
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
    else if (hear && isGone) poll(); // the query says so too, and the page
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
          // with an error comes what was brought before; all hear of one that passes, and ask again one after the other
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

/** Calls within a second, and then once more after three however often it was asked for meanwhile. */
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

/** Keeps one subscription alive while the page is to have live connections, and polls where it is only to ask. */
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
      if (!isConnected) expectConnection(); // of a stream that others have open already nothing more is heard
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
