import type { IncomingKind } from '#shared/incoming-kinds.ts';
import { createGroup } from './factories.ts';
import type { RestAnswer } from './rest.ts';
import type { TestServer } from './server.ts';

/** A source as configured by an administrator. */
export interface TestSource {
  id: number;
  groupId: number;
  /** The secret in its address. */
  secret: string;
  /** Sends a text or bytes to its secret address. */
  send(body: string | Uint8Array, type?: string): Promise<Pick<RestAnswer, 'status' | 'body'>>;
}

let count = 0;

export async function createSource(
  server: TestServer,
  kind: IncomingKind,
  values: Record<string, unknown> = {},
): Promise<TestSource> {
  const group = await createGroup(server.app.db);
  const administrator = await server.as('administrator');
  const input = { name: `Quelle ${++count}`, kind, group: String(group.id), ...values };
  const { createIncomingSource: source } = await administrator.run(
    'mutation ($input: CreateIncomingSourceInput!) { createIncomingSource(input: $input) { id _id } }',
    { input },
  );
  const { replaceIncomingAddress: address } = await administrator.run(
    'mutation ($id: ID!) { replaceIncomingAddress(id: $id) { url } }',
    { id: source.id },
  );
  const url = new URL(new URL(address.url).pathname, server.url);
  return {
    id: source._id,
    groupId: group.id,
    secret: url.pathname.split('/').at(-1)!,
    async send(body, type = kind === 'cap' ? 'application/cap+xml' : 'application/json') {
      const sent = await fetch(url, { method: 'POST', headers: { 'content-type': type }, body: body as BodyInit });
      return { status: sent.status, body: await sent.json() };
    },
  };
}
