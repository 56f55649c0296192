import { useEffect, useEffectEvent } from 'react';
import { type AnyVariables, createRequest, type TypedDocumentNode, useClient } from 'urql';
import { onStreamState } from './stream.ts';

const PATIENCE = 5000;
const POLL_EVERY = 3000;
const HIDDEN_FOR = 30_000;

/**
 * Calls `refetch` whenever the subscription reports a change, and once after every reconnect, since changes may have
 * been missed. While the connection is broken for more than five seconds it asks every three seconds instead.
 */
export function useLive<Data, Variables extends AnyVariables>(
  subscription: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  refetch: () => void,
  { pause = false }: { pause?: boolean } = {},
): void {
  const client = useClient();
  const onChange = useEffectEvent(refetch);
  const { key } = createRequest(subscription, variables);
  const parameters = useEffectEvent(() => ({ subscription, variables }));

  useEffect(() => {
    if (pause) return;
    const { subscription: document, variables: values } = parameters();
    return follow(
      key,
      (changed) => client.subscription(document, values).subscribe(changed).unsubscribe,
      () => onChange(),
    );
  }, [client, key, pause]);
}

/** Keeps one subscription alive while the page is visible; hidden tabs give their connection back, for browsers allow six. */
function follow(key: number, open: (changed: () => void) => () => void, refetch: () => void): () => void {
  let close: (() => void) | undefined;
  let polling: ReturnType<typeof setInterval> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wasLost = false;

  const stopPolling = () => {
    clearTimeout(timer);
    clearInterval(polling);
    timer = undefined;
    polling = undefined;
  };
  const expectConnection = () => {
    timer ??= setTimeout(() => {
      refetch();
      polling ??= setInterval(refetch, POLL_EVERY);
    }, PATIENCE);
  };
  const stopWatching = onStreamState(key, (connected) => {
    if (!connected) {
      wasLost = true;
      return expectConnection();
    }
    stopPolling();
    if (wasLost) refetch();
    wasLost = false;
  });
  const start = () => {
    if (close) return;
    expectConnection();
    close = open(refetch);
  };
  const stop = () => {
    stopPolling();
    close?.();
    close = undefined;
  };
  const stopVisibility = whileVisible(
    () => {
      const returning = wasLost;
      start();
      if (returning) refetch();
    },
    () => {
      wasLost = true;
      stop();
    },
  );
  return () => {
    stopVisibility();
    stopWatching();
    stop();
  };
}

function whileVisible(show: () => void, hide: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') show();
    else timer = setTimeout(hide, HIDDEN_FOR);
  };
  show();
  document.addEventListener('visibilitychange', update);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', update);
  };
}
