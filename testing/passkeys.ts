import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Role } from '#shared/permissions.ts';
import { type Deviation, SoftwareAuthenticator } from './authenticator.ts';
import { createUser } from './factories.ts';
import { post, takeMail } from './rest.ts';
import type { TestClient, TestServer } from './server.ts';

/** The password of all holders of passkeys. */
export const holderPassword = 'vier Zebras grasen im Nebel';
/** The public address of servers with passkeys. */
export const passkeyOrigin = 'https://alarm.example.org';

/** Starts to add a passkey. */
export const startPasskeyQuery = `mutation ($password: String, $code: String, $passkey: String) {
  startPasskey(password: $password, code: $code, passkey: $passkey) }`;
/** Adds a passkey. */
export const addPasskeyQuery =
  'mutation ($name: String!, $response: String!) { addPasskey(name: $name, response: $response) }';
/** Reads the own passkeys. */
export const ownPasskeys =
  '{ currentUser { secondFactor passkeys { id name signsIn isSynced lastUsedAt } recoveryCodesLeft } }';

/** A user with a passkey. */
interface PasskeyHolder {
  client: TestClient;
  id: number;
  email: string;
  key: SoftwareAuthenticator;
  /** The recovery codes. */
  codes: string[];
}

/** `proof`: by default the password. */
export async function enrol(
  client: TestClient,
  key: SoftwareAuthenticator,
  name = 'Telefon',
  proof: object = { password: holderPassword },
): Promise<string[]> {
  const options = JSON.parse((await client.run(startPasskeyQuery, { ...proof })).startPasskey);
  return (await client.run(addPasskeyQuery, { name, response: JSON.stringify(key.create(options)) })).addPasskey;
}

export async function confirmation(
  client: TestClient,
  key: SoftwareAuthenticator,
  deviation: Deviation = {},
): Promise<string> {
  const options = JSON.parse((await client.run('mutation { askForPasskey }')).askForPasskey);
  return JSON.stringify(key.get(options, deviation));
}

/** Returns the refusal of an answer of the API. */
export const refusalIn = async (answer: Promise<{ errors?: { message: string }[] }>): Promise<string | undefined> =>
  (await answer).errors?.[0]?.message;

/** Returns status and message of a plain answer. */
export async function told(answer: ReturnType<typeof post>): Promise<unknown[]> {
  const { status, body } = await answer;
  return [status, body.message];
}

/** Returns passkey helpers. Each request has its own network. */
export function passkeysOn(server: () => TestServer, passwordHash: () => string) {
  let networks = 0;
  const network = () => `10.9.${++networks}.7`;
  const challenge = async () => (await post(server(), '/api/passkey/challenge', {}, { from: network() })).body.options;
  const show = (passkey: object, from = network()) =>
    post(server(), '/api/passkey', { passkey, browser: 'own' }, { from });
  return {
    network,
    challenge,
    show,
    enter: async (key: SoftwareAuthenticator, deviation: Deviation = {}) => show(key.get(await challenge(), deviation)),
    signIn: (email: string, more: object = {}) =>
      post(server(), '/api/auth', { email, password: holderPassword, ...more }, { from: network() }),
    demand: (roles: string) =>
      server()
        .app.db.updateTable('systemSettings')
        .set({ valueStr: roles })
        .where('valueKey', '=', 'totp_roles')
        .execute(),
    async holder(roles: Role[] = ['editor'], key = new SoftwareAuthenticator(passkeyOrigin)): Promise<PasskeyHolder> {
      const { id, email } = await createUser(server().app.db, { passwordHash: passwordHash(), roles });
      const client = await server().client(id);
      const codes = await enrol(client, key);
      assert.match((await takeMail(server(), email)).subject, /Passkey/);
      return { client, id, email, key, codes };
    },
    async securityOf(userId: number): Promise<string[]> {
      const { rows } = await sql<{ kind: string; detail: string | null }>`
        select kind, detail from security_entries where user_id = ${userId} or subject_id = ${userId}
        order by id`.execute(server().app.db);
      return rows.map(({ kind, detail }) => (detail ? `${kind} ${detail}` : kind));
    },
  };
}
