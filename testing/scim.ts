import type { TestClient } from './server.ts';

/** A response of the SCIM API. */
export interface ScimAnswer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
  body: any;
}

/** Sends requests as a SCIM client. */
export type ScimSender = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimAnswer>;

export const scimSender =
  (url: string, token: string | null): ScimSender =>
  async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: {
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text ? JSON.parse(text) : null };
  };

const create = 'mutation ($input: CreateDirectoryInput!) { createDirectory(input: $input) { id _id version } }';
const issue = 'mutation ($id: ID!) { createScimToken(directory: $id) { token scimToken { id prefix } } }';

/** A SCIM directory and a token of its client. */
export interface TestScim {
  id: string;
  _id: number;
  version: number;
  token: string;
  tokenId: string;
}

/** Creates a SCIM directory and issues a token. */
export async function createTestScim(client: TestClient, changes: Record<string, unknown> = {}): Promise<TestScim> {
  const input = { kind: 'scim', label: `SCIM ${crypto.randomUUID()}`, ...changes };
  const { createDirectory } = await client.run(create, { input });
  const { createScimToken } = await client.run(issue, { id: createDirectory.id });
  return { ...createDirectory, token: createScimToken.token, tokenId: createScimToken.scimToken.id };
}

/** The core schema of people. */
export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** A person as Entra ID creates them. */
export const scimUser = (n: number, changes: Record<string, unknown> = {}) => ({
  schemas: [userSchema, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
  externalId: `oid-${n}`,
  userName: `Person${n}@scim.example.org`,
  active: true,
  name: { givenName: 'Sara', familyName: `Scim${n}`, formatted: `Sara Scim${n}` },
  emails: [{ primary: true, type: 'work', value: `sara.scim${n}@example.org` }],
  ...changes,
});

/** The body of a PATCH. */
export const scimPatch = (...operations: unknown[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations: operations,
});
