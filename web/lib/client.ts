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
import { authorization, isSignedOut } from './session.ts';
import { hearClock } from './signed-in/clock-ahead.ts';
import { takeEarly } from './signed-in/early.ts';
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
  return (takeEarly(init?.body) ?? ask()).finally(() => clearTimeout(slow));
};

/** Whether a change was refused because somebody else changed the same in the meantime. */
export const isConflict = (error: CombinedError | undefined): boolean =>
  error?.graphQLErrors.some(({ message }) => message === 'error_changed_meanwhile') ?? false;

/** Whether the server no longer accepts the session; what a proxy refuses says nothing of it. */
export const isUnauthenticated = (error: CombinedError): boolean =>
  isSignedOut(error.response as Response | undefined) ||
  error.graphQLErrors.some((e) => e.extensions['code'] === 'UNAUTHENTICATED');

// what is looked at waits by itself; what the user did is told
const isBusy = (error: CombinedError): boolean => error.graphQLErrors.some(({ message }) => message === 'error_busy');

function showError(error: CombinedError, operation: Operation<unknown, AnyVariables>): void {
  if (isUnauthenticated(error)) sessionExpired();
  else if (isBusy(error) && operation.kind === 'query') serverBusy(retryAfter(error.response as Response | undefined));
  else if (error.networkError) showNetworkError(error, operation);
  else if (isOutage((error.response as Response | undefined)?.status ?? 200)) showOutage(error, operation);
  else for (const e of error.graphQLErrors.filter(isTold)) apiErrorToast(e.message, errorId(e.extensions));
  if (error.graphQLErrors.some(({ message }) => message === 'error_totp_setup_required')) accessChanged();

  // that what is watched is gone, or that an account can't be read, says the page itself
  function isTold({ message }: { message: string }): boolean {
    return message !== (operation.kind === 'subscription' ? 'error_not_found' : 'error_channel_account');
  }
}

// a failure inside of the server is logged under an id that the user can pass on
const errorId = (extensions: Record<string, unknown>): string | undefined =>
  (extensions['details'] as { id?: string } | undefined)?.id;

function showNetworkError(error: CombinedError, operation: Operation<unknown, AnyVariables>): void {
  const response = error.response as Response | undefined;
  if (!isOutage(response?.status) || isToldNow(operation)) networkErrorToast(response);
}

function showOutage(error: CombinedError, operation: Operation<unknown, AnyVariables>): void {
  if (isToldNow(operation)) outageToast(error.graphQLErrors[0]?.message ?? 'error_unavailable');
}

/** Notes an outage, for which the banner stands; only what the user did gets a toast of its own. */
function isToldNow({ kind }: Operation<unknown, AnyVariables>): boolean {
  connectionFailed();
  return kind === 'mutation';
}

/** The GraphQL client: never answers from a cache, sends the bearer token, uploads files as multipart, shows every error. */
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
      // with network-only it answers nothing itself; it repeats a page's queries after a mutation changed their types
      cacheExchange,
      subscriptionExchange({
        forwardSubscription: (request, operation) => ({
          subscribe: (sink) => ({ unsubscribe: openStream(request, operation.key, sink) }),
        }),
      }),
      fetchExchange,
    ],
  });
