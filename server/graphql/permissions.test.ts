import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { execute, type GraphQLField, parse, subscribe } from 'graphql';
import { openSession } from '#server/auth/sessions.ts';
import { createContext } from '#server/http/context.ts';
import { schema } from '#server/schema.ts';
import { createMessage, createReport, createUser, idByIdentifier } from '#server/testing/factories.ts';
import { minimalCall, type Overrides } from '#server/testing/minimal-call.ts';
import { closedToKeys, permissionMatrix, roleOfLetter } from '#server/testing/permission-matrix.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import { newKey } from '#server/viewer/key.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import { type Role, roles } from '#shared/permissions.ts';

type RootName = 'Query' | 'Mutation' | 'Subscription';
const rootTypes = {
  Query: schema.getQueryType()!,
  Mutation: schema.getMutationType()!,
  Subscription: schema.getSubscriptionType()!,
};

interface Line {
  key: string;
  root: RootName;
  field: GraphQLField<unknown, unknown>;
  /** activation or communication, where the right depends on it. */
  case: string | undefined;
  access: string;
}

const parts = /^(Query|Mutation|Subscription)\.(\w+)(?: \((\w+)\))?$/;
const lines = Object.entries(permissionMatrix).flatMap(([key, access]): Line[] => {
  const [, root, name = '', kind] = parts.exec(key) ?? [];
  const field = root && rootTypes[root as RootName].getFields()[name];
  return field ? [{ key, root: root as RootName, field, case: kind, access }] : [];
});

/** Whoever calls: signed out, with a session that does not hold, an API key with all a key may have, or these roles. */
type Caller = 'signedOut' | 'refused' | 'key' | readonly Role[];

function mayCall({ key, access }: Line, caller: Caller): boolean {
  if (access === 'public') return caller !== 'refused';
  if (caller === 'key') return access !== 'inPerson' && !closedToKeys.has(key);
  if (typeof caller === 'string') return false;
  return (
    access === 'signedIn' ||
    access === 'inPerson' ||
    access.split(' ').some((letter) => caller.includes(roleOfLetter[letter]!))
  );
}

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

/** Fresh rows for a call whose right depends on the type of the report. */
async function rowsFor({ field, case: kind }: Line): Promise<Overrides> {
  if (!kind) return {};
  const { db } = server.app;
  const type = kind === 'activation' ? 'activation' : 'staff_information';
  const report = await createReport(db, { type });
  const message = await createMessage(db, { reportId: report.id });
  const channel = await idByIdentifier(db, 'channels', 'exercise');
  return {
    id: String(/Message|Recipients/.test(field.name) ? message.id : report.id),
    event: String(report.eventId),
    reportType: String(report.reportTypeId),
    report: String(report.id),
    message: String(message.id),
    channels: [String(channel)],
    people: [],
    kind: 'CORRECTION',
  };
}

interface Outcome {
  code: string | undefined;
  message: string | undefined;
}

async function call(line: Line, authorization: string | undefined): Promise<Outcome> {
  const operation = line.root.toLowerCase() as Lowercase<RootName>;
  const { document, variables } = minimalCall(operation, line.field, await rowsFor(line));
  try {
    const contextValue = await createContext(server.app, authorization, '127.0.0.1');
    const args = { schema, document: parse(document), variableValues: variables, contextValue };
    let result = line.root === 'Subscription' ? await subscribe(args) : await execute(args);
    if (Symbol.asyncIterator in result) {
      const first = await result.next();
      await result.return?.();
      result = first.value ?? {};
    }
    const error = 'errors' in result ? result.errors?.[0] : undefined;
    return { code: error?.extensions['code'] as string | undefined, message: error?.message };
  } catch (error) {
    const { extensions, message } = error as { extensions?: { code: string }; message: string };
    return { code: extensions?.code, message };
  }
}

/** The header for a call; told which call came before. */
type Authorization = (before: Line | undefined) => Promise<string | undefined>;

async function tokenFor(userRoles: readonly Role[]): Promise<Authorization> {
  const { id } = await createUser(server.app.db, { roles: [...userRoles] });
  let token: string | null = null;
  return async (before) => {
    if (before?.root === 'Mutation') token = null; // it may have ended the session
    token ??= `Bearer ${await openSession(server.app, id, { userAgent: 'test' })}`;
    return token;
  };
}

/** Calls everything as somebody and compares with the table. */
async function compare(caller: Caller, authorization: Authorization): Promise<void> {
  const wrong: string[] = [];
  for (const [at, line] of lines.entries()) {
    const { code, message } = await call(line, await authorization(lines[at - 1]));
    const refused = code === 'UNAUTHENTICATED' || code === 'FORBIDDEN';
    const expected = caller === 'signedOut' || caller === 'refused' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
    if (mayCall(line, caller) ? refused : code !== expected) wrong.push(`${line.key}: ${code} ${message}`);
    if (message !== undefined && code === undefined) wrong.push(`${line.key} breaks: ${message}`);
  }
  assert.deepEqual(wrong, [], `as ${caller}`);
}

test('every operation stands in the table, and every line of the table is an operation', () => {
  const known = new Set(lines.map(({ root, field }) => `${root}.${field.name}`));
  const all = Object.entries(rootTypes).flatMap(([root, type]) =>
    Object.keys(type.getFields()).map((name) => `${root}.${name}`),
  );
  const missing = all.filter((name) => !known.has(name));
  assert.deepEqual(missing, [], 'add who may call it to server/testing/permission-matrix.ts');
  const stale = Object.keys(permissionMatrix).filter((key) => !lines.some((line) => line.key === key));
  assert.deepEqual(stale, [], 'these operations do not exist any more');
});

test('signed out only what is public answers', () => compare('signedOut', async () => undefined));

test('whoever waits for approval, is switched off or has been signed out gets nothing', async () => {
  const { db } = server.app;
  const all = [...roles];
  for (const state of [{ isActive: false, needApproval: true }, { isActive: false }]) {
    const { id } = await createUser(db, { roles: all, ...state });
    const token = await openSession(server.app, id, { userAgent: 'test' });
    await compare('refused', async () => `Bearer ${token}`);
  }
  await compare('refused', async () => 'Bearer a.b.c');
});

test('somebody without a role reads what everybody may', async () => compare([], await tokenFor([])));

for (const role of roles) {
  test(`${role} may what the table says, and nothing else`, async () => compare([role], await tokenFor([role])));
}

test('two roles may what either may', async () => {
  const pairs: Role[][] = [
    ['contact_manager', 'mailing_list_manager'],
    ['crisis_manager', 'editor'],
    ['documentation_officer', 'administrator'],
    ['system_owner', 'contact_manager'],
  ];
  for (const pair of pairs) await compare(pair, await tokenFor(pair));
});

test('an API key may what its maker may, but nothing that makes it more powerful or belongs to a person', async () => {
  const { id } = await createUser(server.app.db, { roles: [...roles] });
  const { key, ...stored } = newKey();
  const row = { name: 'Leitstelle', scopes: [...keyFeatures], insertedBy: id, ...stored };
  await server.app.db.insertInto('apiKeys').values(row).execute();
  await compare('key', async () => `Bearer ${key}`);
});

test('a mutation open to everybody signed in is either one in person, or known to be open to keys', () => {
  const open = Object.entries(permissionMatrix).filter(([key, access]) => key.startsWith('M') && access === 'signedIn');
  assert.deepEqual(open, [['Mutation.uploadFile', 'signedIn']], 'say inPerson, unless a key may do it');
});
