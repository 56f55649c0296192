import { authorization } from '#web/lib/session.ts';

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
const coming = new Map<string, { at: number; answer: Promise<Response> }>();

/** Asks for what the first page will ask for while the application is still on its way; each document has one name. */
export function askEarly(document: string, variables: Record<string, string> = {}): void {
  const operationName = /query (\w+)/.exec(document)![1]!;
  // as the client asks: it has to know what of a page a change concerns
  const query = document.replaceAll(' @_unmask', '').replace(/\{(?=\s)/g, '{ __typename');
  const answer = fetch('/api/graphql/', {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ operationName, query, variables }),
    signal: AbortSignal.timeout(30_000),
  }).then(async (response) => new Response(await response.text(), response)); // whenever it is taken, it is all there
  answer.catch(() => {}); // whoever takes it is told
  coming.set(questionOf({ operationName, variables }), { at: performance.now(), answer });
}

const questionOf = ({ operationName, variables = {} }: { operationName?: string; variables?: object }) =>
  `${operationName} ${JSON.stringify(variables)}`;

/** The answer to what was asked early, for the same question and once; undefined for any other. */
export function takeEarly(body: unknown): Promise<Response> | undefined {
  if (coming.size === 0 || typeof body !== 'string') return undefined;
  const question = questionOf(JSON.parse(body) as Parameters<typeof questionOf>[0]);
  const found = coming.get(question);
  if (!found) return undefined;
  coming.delete(question);
  return performance.now() - found.at < longest ? found.answer : undefined;
}
