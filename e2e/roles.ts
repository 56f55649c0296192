import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { owner } from './owner.ts';

/** Sends an operation as a user. Returns data and refusals. */
export type RunOperation = (
  query: string,
  variables?: Record<string, unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: the shape follows from the query that is sent
) => Promise<{ data: any; refusals: string[] }>;

const password = 'Browsertest Rolle 2026';

/** Returns a signed-in client of the API. */
export async function askAs(request: APIRequestContext, credentials: { email: string; password: string } = owner) {
  const { token } = await (await request.post('/api/auth', { data: credentials })).json();
  const ask: RunOperation = async (query, variables = {}) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await request.post('/api/graphql/', { headers, data: { query, variables } });
    const { data, errors = [] } = await response.json();
    return { data, refusals: errors.map(({ message }: { message: string }) => message) };
  };
  return { ask, token: token as string };
}

/** Returns the owner's client, which fails on refusals. */
export async function askAsOwner(request: APIRequestContext) {
  const { ask } = await askAs(request);
  return async (query: string, variables: Record<string, unknown> = {}) => {
    const { data, refusals } = await ask(query, variables);
    expect(refusals).toEqual([]);
    return data;
  };
}

/** Returns a new user's client with one role. */
export const askAsNew = async (request: APIRequestContext, role: string): ReturnType<typeof askAs> =>
  askAs(request, await makeUser(request, role));

type MailTo = (email: string) => string | undefined;

/** Creates a user with one role and a password by invitation. */
async function makeUser(request: APIRequestContext, role: string, mailTo?: MailTo): Promise<typeof owner> {
  const { ask } = await askAs(request);
  const email = `${role}.${Date.now()}@example.org`;
  const input = { email, firstName: 'Rolle', lastName: role, roles: [role] };
  const made = await ask('mutation ($input: CreateUserInput!) { createUser(input: $input) { id } }', { input });
  expect(made.refusals).toEqual([]);
  const mailbox = 'query ($search: String) { exerciseMessages(search: $search, first: 1) { edges { node { text } } } }';
  const kept = async () => (await ask(mailbox, { search: email })).data.exerciseMessages.edges[0]?.node.text;
  const invitation = async () => {
    const text = mailTo ? mailTo(email) : await kept();
    return /reset-password\/([\w-]{22})/.exec(text ?? '')?.[1] ?? '';
  };
  await expect
    .poll(invitation, { timeout: 30_000 })
    .not.toBe('')
    .catch(async (error) => {
      if (!mailTo)
        expect(await mailChannels(ask), 'over these it left, so it is not in the exercise mailbox').toEqual([]);
      throw error;
    });
  await request.post('/api/reset-password', { data: { token: await invitation(), password } });
  return { email, password };
}

/** Returns the names of the active mail channels. */
async function mailChannels(ask: RunOperation): Promise<string[]> {
  const { data } = await ask(
    '{ channels(first: 200, isActive: true) { edges { node { name channelType { identifier } } } } }',
  );
  type Edge = { node: { name: string; channelType: { identifier: string } } };
  return data.channels.edges
    .filter(({ node }: Edge) => node.channelType.identifier === 'email')
    .map(({ node }: Edge) => node.name);
}

const made = new Map<string, typeof owner>(); // by role, on the one server of this worker

export async function signInAs(page: Page, role: string, mailTo?: MailTo): Promise<RunOperation> {
  const known = made.get(role) ?? (await makeUser(page.request, role, mailTo));
  made.set(role, known);
  const { ask, token } = await askAs(page.request, known);
  await ask('mutation { changeLanguage(language: "de") { id } }');
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  return ask;
}
