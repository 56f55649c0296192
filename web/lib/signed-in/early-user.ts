import { authorization } from '#web/lib/session.ts';

/** Asks for the signed-in user, with everything the page decides by. */
export const currentUserText = `
  query CurrentUser {
    currentUser {
      __typename
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
      image { __typename id contentUrl }
    }
  }
`;

const operationName = 'CurrentUser';
let coming: Promise<Response> | undefined;

/** Asks who is signed in while the application is still on its way. */
export function askForUser(): void {
  coming = fetch('/api/graphql/', {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ operationName, query: currentUserText, variables: {} }),
    signal: AbortSignal.timeout(30_000),
  }).then(async (response) => new Response(await response.text(), response)); // whenever it is taken, it is all there
  coming.catch(() => {}); // whoever takes it is told
}

/** The answer to what was asked early, for the same question and once; undefined for any other. */
export function takeEarly(body: unknown): Promise<Response> | undefined {
  if (!coming || typeof body !== 'string' || !body.includes(`"operationName":"${operationName}"`)) return undefined;
  const taken = coming;
  coming = undefined;
  return taken;
}
