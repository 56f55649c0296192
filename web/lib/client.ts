import {
  type AnyVariables,
  Client,
  type CombinedError,
  cacheExchange,
  fetchExchange,
  mapExchange,
  type Operation,
  subscriptionExchange,
} from 'urql';
import { accessChanged } from './access.ts';
import { checkConnection, connectionFailed, isOutage, retryAfter, serverBusy } from './connection.ts';
import { departures } from './requests/departures.ts';
import { authorization, isSignedOut } from './session.ts';
import { hearClock } from './signed-in/clock-ahead.ts';
import { takePrefetched } from './signed-in/prefetch.ts';
import { openStream } from './stream.ts';
import { mutationBegan, mutationEnded } from './tab/pending-mutations.ts';
import { apiErrorToast, networkErrorToast, outageToast, sessionExpired } from './toasts.ts';

const TIMEOUT = 30_000;
const LONG_TIMEOUT = 300_000;
const SUSPICIOUS = 5000;

const fetchWithin = (limit: number) => (input: RequestInfo | URL, init?: RequestInit) => {
  const timeout = AbortSignal.timeout(init?.body instanceof FormData ? LONG_TIMEOUT : limit);
  const slow = setTimeout(() => void checkConnection(), SUSPICIOUS);
  const signal = init?.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
  const ask = async () => {
    const answer = await fetch(input, { ...init, signal });
    hearClock(answer);
    return answer;
  };
  return (takePrefetched(init?.body) ?? ask()).finally(() => clearTimeout(slow));
};

/** Returns whether a concurrent change prevented this one. */
export const isConflict = (error: CombinedError | undefined): boolean =>
  error?.graphQLErrors.some(({ message }) => message === 'error_changed_meanwhile') ?? false;

/** Returns whether the server itself no longer accepts the session. */
export const isUnauthenticated = (error: CombinedError): boolean =>
  isSignedOut(error.response as Response | undefined) ||
  error.graphQLErrors.some((e) => e.extensions['code'] === 'UNAUTHENTICATED');

// queries wait; only a failed user action is reported
const isBusy = (error: CombinedError): boolean => error.graphQLErrors.some(({ message }) => message === 'error_busy');

function showError(error: CombinedError, operation: Operation<unknown, AnyVariables>): void {
  if (isUnauthenticated(error)) sessionExpired();
  else if (isBusy(error) && operation.kind === 'query') serverBusy(retryAfter(error.response as Response | undefined));
  else if (error.networkError) showNetworkError(error, operation);
  else if (isOutage((error.response as Response | undefined)?.status ?? 200)) showOutage(error, operation);
  else for (const e of error.graphQLErrors.filter(isTold)) apiErrorToast(e.message, errorId(e.extensions));
  if (error.graphQLErrors.some(({ message }) => message === 'error_totp_setup_required')) accessChanged();

  // the page itself reports a missing object and an unreadable account
  function isTold({ message }: { message: string }): boolean {
    return message !== (operation.kind === 'subscription' ? 'error_not_found' : 'error_channel_account');
  }
}

// the id under which the server logged a failure
const errorId = (extensions: Record<string, unknown>): string | undefined =>
  (extensions['details'] as { id?: string } | undefined)?.id;

function showNetworkError(error: CombinedError, operation: Operation<unknown, AnyVariables>): void {
  const response = error.response as Response | undefined;
  if (!isOutage(response?.status) || isToldNow(operation)) networkErrorToast(response);
}

function showOutage(error: CombinedError, operation: Operation<unknown, AnyVariables>): void {
  if (isToldNow(operation)) outageToast(error.graphQLErrors[0]?.message ?? 'error_unavailable');
}

/** Records an outage for the banner. Only user actions also get a toast. */
function isToldNow({ kind }: Operation<unknown, AnyVariables>): boolean {
  connectionFailed();
  return kind === 'mutation';
}

/** Creates the GraphQL client: no cached answers, bearer token, uploads, and every error shown. */
export const createClient = (): Client =>
  new Client({
    url: '/api/graphql/',
    preferGetMethod: false,
    requestPolicy: 'network-only',
    fetch: fetchWithin(TIMEOUT),
    fetchOptions: () => ({ headers: authorization() }),
    exchanges: [
      mapExchange({
        onOperation: ({ kind }) => void (kind === 'mutation' && mutationBegan()),
        onResult: ({ operation }) => void (operation.kind === 'mutation' && mutationEnded()),
        onError: showError,
      }),
      // returns nothing with network-only, but repeats queries after mutations of their types
      cacheExchange,
      departures,
      subscriptionExchange({
        forwardSubscription: (request, operation) => ({
          subscribe: (sink) => ({ unsubscribe: openStream(request, operation.key, sink) }),
        }),
      }),
      fetchExchange,
    ],
  });
