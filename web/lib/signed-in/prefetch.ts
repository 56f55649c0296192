import { authorization } from '#web/lib/session.ts';
import { hearClock } from './clock-ahead.ts';

/** The signed-in user. Includes warnings, because a late banner moves the page. */
export const currentUserText = `
  query CurrentUser {
    accountWarnings {
      waitingMails
      resets { id name isOwn isDone at }
      mailServers { channel name address encryption user from server }
    }
    currentUser {
      id
      _id
      email
      mobilePhoneNumber
      firstName
      lastName
      language
      roles
      visibleFeatures
      totpSetupRequired
      hasPassword
      searchHistory
      image { id contentUrl }
    }
  }
`;

export const systemSettingsText = `
  query SystemSettings {
    systemSettings {
      edges { node { id valueKey valueStr valueBlob { id contentUrl } } }
    }
  }
`;

// later than this, the data may have changed
const longest = 30_000;
interface Early {
  at: number;
  /** The token of the user that the answer belongs to. */
  by: string | undefined;
  answer: Promise<Response>;
  /** Once it has arrived without a refusal. */
  text?: string;
}
const coming = new Map<string, Early>();

export function prefetch(document: string, variables: Record<string, string> = {}): void {
  const operationName = /query (\w+)/.exec(document)![1]!;
  // must equal the client's queries
  const query = document.replaceAll(' @_unmask', '').replace(/\{(?=\s)/g, '{ __typename');
  const early: Early = { at: performance.now(), by: authorization()['authorization'], answer: ask() };
  early.answer.catch(() => {}); // takePrefetched reports the error
  coming.set(questionOf({ operationName, variables }), early);

  async function ask(): Promise<Response> {
    const response = await fetch('/api/graphql/', {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify({ operationName, query, variables }),
      signal: AbortSignal.timeout(30_000),
    });
    hearClock(response);
    const text = await response.text(); // read completely, so that it can be taken at any time
    if (response.ok) early.text = text;
    return new Response(text, response);
  }
}

const isValid = ({ at, by }: Early) => performance.now() - at < longest && by === authorization()['authorization'];

const questionOf = ({ operationName, variables = {} }: { operationName?: string; variables?: object }) =>
  `${operationName} ${JSON.stringify(variables)}`;

/** Returns an arrived answer for the first render, without consuming it; undefined if partly refused. */
export function seenEarly(operationName: string | undefined, variables: object): unknown {
  const found = operationName === undefined ? undefined : coming.get(questionOf({ operationName, variables }));
  if (!found?.text || !isValid(found)) return undefined;
  try {
    const { data, errors } = JSON.parse(found.text) as { data?: unknown; errors?: unknown };
    return errors ? undefined : (data ?? undefined);
  } catch {
    return undefined; // e.g. a proxy's page: the taker reports the error
  }
}

/** Returns the prefetched answer to a query, once. */
export function takePrefetched(body: unknown): Promise<Response> | undefined {
  if (coming.size === 0 || typeof body !== 'string') return undefined;
  const question = questionOf(JSON.parse(body) as Parameters<typeof questionOf>[0]);
  const found = coming.get(question);
  if (!found) return undefined;
  coming.delete(question);
  return isValid(found) ? found.answer : undefined;
}
