import { authorization } from '#web/lib/session.ts';
import { hearClock } from './clock-ahead.ts';

/** Asks for the signed-in user, with everything the page decides by. */
export const currentUserText = `
  query CurrentUser {
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
      searchHistory
      image { id contentUrl }
    }
  }
`;

/** Asks for the settings of this installation. */
export const systemSettingsText = `
  query SystemSettings {
    systemSettings {
      edges { node { id valueKey valueStr valueBlob { id contentUrl } } }
    }
  }
`;

// what is asked for later than this may have changed meanwhile
const longest = 30_000;
interface Early {
  at: number;
  /** For whom it was asked: it is nobody else's. */
  by: string | undefined;
  answer: Promise<Response>;
  /** Its text, once it is there and no refusal. */
  text?: string;
}
const coming = new Map<string, Early>();

/** Asks for what the first page will ask for while the application is still on its way; each document has one name. */
export function askEarly(document: string, variables: Record<string, string> = {}): void {
  const operationName = /query (\w+)/.exec(document)![1]!;
  // as the client asks: it has to know what of a page a change concerns
  const query = document.replaceAll(' @_unmask', '').replace(/\{(?=\s)/g, '{ __typename');
  const early: Early = { at: performance.now(), by: authorization()['authorization'], answer: ask() };
  early.answer.catch(() => {}); // whoever takes it is told
  coming.set(questionOf({ operationName, variables }), early);

  async function ask(): Promise<Response> {
    const response = await fetch('/api/graphql/', {
      method: 'POST',
      headers: { ...authorization(), 'content-type': 'application/json', accept: 'application/graphql-response+json' },
      body: JSON.stringify({ operationName, query, variables }),
      signal: AbortSignal.timeout(30_000),
    });
    hearClock(response);
    const text = await response.text(); // whenever it is taken, it is all there
    if (response.ok) early.text = text;
    return new Response(text, response);
  }
}

const isValid = ({ at, by }: Early) => performance.now() - at < longest && by === authorization()['authorization'];

const questionOf = ({ operationName, variables = {} }: { operationName?: string; variables?: object }) =>
  `${operationName} ${JSON.stringify(variables)}`;

/**
 * What was answered to what was asked early, where it is there already: the first picture is drawn with it. It stays to be taken;
 * undefined for any other question, and where a part of it was refused.
 */
export function seenEarly(operationName: string | undefined, variables: object): unknown {
  const found = operationName === undefined ? undefined : coming.get(questionOf({ operationName, variables }));
  if (!found?.text || !isValid(found)) return undefined;
  try {
    const { data, errors } = JSON.parse(found.text) as { data?: unknown; errors?: unknown };
    return errors ? undefined : (data ?? undefined);
  } catch {
    return undefined; // e.g. the page of a proxy: whoever takes it says what is wrong
  }
}

/** The answer to what was asked early, for the same question and once; undefined for any other. */
export function takeEarly(body: unknown): Promise<Response> | undefined {
  if (coming.size === 0 || typeof body !== 'string') return undefined;
  const question = questionOf(JSON.parse(body) as Parameters<typeof questionOf>[0]);
  const found = coming.get(question);
  if (!found) return undefined;
  coming.delete(question);
  return isValid(found) ? found.answer : undefined;
}
