import type { FakeEntry, LdapServer } from './fakes/ldap-server.ts';
import type { TestClient } from './server.ts';
import { uploadFields } from './uploads.ts';

/** `id`: the 16 bytes of an objectGUID in hexadecimal. */
export function personEntry(n: number, changes: Record<string, (string | Buffer)[]> = {}): FakeEntry {
  const name = `Verzeichnis${n}`;
  return {
    dn: `cn=Person ${n},ou=people,dc=test`,
    attributes: {
      objectGUID: [guidOf(n)],
      givenName: ['Dora'],
      sn: [name],
      mail: [`dora.${name}@example.org`],
      userAccountControl: ['512'],
      ...changes,
    },
  };
}

/** The identifier of `personEntry(n)`: 16 bytes that are no text. */
export const guidOf = (n: number): Buffer => Buffer.from(`ff00fe${n.toString(16).padStart(26, '0')}`, 'hex');

/** A group of a fake directory. */
export const groupEntry = (name: string, members: readonly string[]): FakeEntry => ({
  dn: `cn=${name},ou=groups,dc=test`,
  isGroup: true,
  attributes: { member: [...members] },
});

const create = 'mutation ($input: CreateDirectoryInput!) { createDirectory(input: $input) { id _id version } }';

/** Creates a directory like Active Directory on a fake server. */
export async function createTestDirectory(
  client: TestClient,
  server: Pick<LdapServer, 'url' | 'certificate' | 'bindDn' | 'password'>,
  changes: Record<string, unknown> = {},
): Promise<{ id: string; _id: number; version: number }> {
  const input = {
    kind: 'active_directory',
    label: `Verzeichnis ${server.url}`,
    url: server.url,
    baseDn: 'dc=test',
    bindDn: server.bindDn,
    bindPassword: server.password,
    ca: server.certificate.cert,
    ownNetwork: true,
    ...changes,
  };
  return (await client.run(create, { input })).createDirectory;
}

// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
type Run = any;

/** Reads a directory and returns the differences. */
export async function tryTestDirectory(client: TestClient, id: string): Promise<Run> {
  const query = `mutation ($id: ID!) { tryDirectory(id: $id) { ${uploadFields} held } }`;
  return (await client.run(query, { id })).tryDirectory;
}
