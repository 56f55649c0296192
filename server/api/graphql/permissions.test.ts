import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { openSession } from '#server/accounts/sessions.ts';
import { newKey } from '#server/api/viewer/key.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import { type Role, roles } from '#shared/permissions.ts';
import { createMessage, createReport, createUser, idByIdentifier } from '#testing/factories.ts';
import {
  callLine,
  lines,
  type MatrixCaller,
  type MatrixLine,
  type MatrixOutcome,
  mayCall,
  rootTypes,
} from '#testing/matrix/calls.ts';
import type { Overrides } from '#testing/minimal-call.ts';
import { permissionMatrix } from '#testing/permission-matrix.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

/** Returns fresh rows for a call whose right depends on the report's type. */
async function rowsFor({ field, case: kind }: MatrixLine): Promise<Overrides> {
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

const call = async (line: MatrixLine, authorization: string | undefined): Promise<MatrixOutcome> =>
  callLine(server, line, authorization, await rowsFor(line));

/** The header for a call; an earlier mutation may have ended the session. */
type Authorization = (mayBeOver: boolean) => Promise<string | undefined>;

async function tokenFor(userRoles: readonly Role[]): Promise<Authorization> {
  const { id } = await createUser(server.app.db, { roles: [...userRoles] });
  let token: string | null = null;
  return async (mayBeOver) => {
    if (mayBeOver) token = null;
    token ??= `Bearer ${await openSession(server.app, id, { userAgent: 'test' })}`;
    return token;
  };
}

/** Calls every operation as this caller and compares with the table. */
async function compare(caller: MatrixCaller, authorization: Authorization): Promise<void> {
  const wrong: string[] = [];
  let mayBeOver = false;
  for (const line of lines) {
    const { code, message } = await call(line, await authorization(mayBeOver));
    const refused = code === 'UNAUTHENTICATED' || code === 'FORBIDDEN';
    mayBeOver = line.root === 'Mutation' && !refused;
    const expected = caller === 'signedOut' || caller === 'refused' ? 'UNAUTHENTICATED' : 'FORBIDDEN';
    if (mayCall(line, caller) ? refused : code !== expected) wrong.push(`${line.key}: ${code} ${message}`);
    if (message !== undefined && code === undefined) wrong.push(`${line.key} breaks: ${message}`);
  }
  assert.deepEqual(wrong, [], `as ${caller}`);
}

test('the table lists exactly the existing operations', () => {
  const known = new Set(lines.map(({ root, field }) => `${root}.${field.name}`));
  const all = Object.entries(rootTypes).flatMap(([root, type]) =>
    Object.keys(type.getFields()).map((name) => `${root}.${name}`),
  );
  const missing = all.filter((name) => !known.has(name));
  assert.deepEqual(missing, [], 'add who may call it to testing/permission-matrix.ts');
  const stale = Object.keys(permissionMatrix).filter((key) => !lines.some((line) => line.key === key));
  assert.deepEqual(stale, [], 'these operations do not exist any more');
});

test('only public operations answer when signed out', () => compare('signedOut', async () => undefined));

test('an unapproved, switched-off or signed-out user gets nothing', async () => {
  const { db } = server.app;
  const all = [...roles];
  for (const state of [{ isActive: false, needApproval: true }, { isActive: false }]) {
    const { id } = await createUser(db, { roles: all, ...state });
    const token = await openSession(server.app, id, { userAgent: 'test' });
    await compare('refused', async () => `Bearer ${token}`);
  }
  await compare('refused', async () => 'Bearer a.b.c');
});

test('a user without a role reads all general data', async () => compare([], await tokenFor([])));

for (const role of roles) {
  test(`${role} has exactly the rights of the table`, async () => compare([role], await tokenFor([role])));
}

test('two roles have the rights of both', async () => {
  const pairs: Role[][] = [
    ['contact_manager', 'mailing_list_manager'],
    ['documentation_officer', 'administrator'],
    ['crisis_manager', 'editor'],
    ['system_owner', 'contact_manager'],
  ];
  for (const pair of process.env['TEST_FULL'] ? pairs : pairs.slice(0, 2)) await compare(pair, await tokenFor(pair));
});

test('an API key has its maker’s rights except those that extend it or belong to a person', async () => {
  const { id } = await createUser(server.app.db, { roles: [...roles] });
  const { key, ...stored } = newKey();
  const row = { name: 'Leitstelle', scopes: [...keyFeatures], insertedBy: id, ...stored };
  await server.app.db.insertInto('apiKeys').values(row).execute();
  await compare('key', async () => `Bearer ${key}`);
});

test('a mutation open to all signed-in users is either personal or listed as open to keys', () => {
  const open = Object.entries(permissionMatrix).filter(([key, access]) => key.startsWith('M') && access === 'signedIn');
  assert.deepEqual(open, [['Mutation.uploadFile', 'signedIn']], 'say inPerson, unless a key may do it');
});
