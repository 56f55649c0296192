import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { openSession } from '#server/accounts/sessions.ts';
import { newKey } from '#server/api/viewer/key.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import { type Role, roles } from '#shared/permissions.ts';
import { createUser } from '#testing/factories.ts';
import { callLine, lines, type MatrixCaller, type MatrixLine, mayCall } from '#testing/matrix/calls.ts';
import { createOthersRows, type OthersRows, othersIn } from '#testing/matrix/others-rows.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

// Calls every mutation with ids of other users' rows.
const mutations = lines.filter(({ root }) => root === 'Mutation');
let server: TestServer;
let rows: OthersRows;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  rows = await createOthersRows(server.app.db);
});
after(() => server.stop());

type Authorization = () => Promise<string | undefined>;

async function sessionOf(userRoles: readonly Role[]): Promise<Authorization> {
  const { id } = await createUser(server.app.db, { roles: [...userRoles] });
  return async () => `Bearer ${await openSession(server.app, id, { userAgent: 'test' })}`;
}

/** The rows as they are, each as text. */
async function state(): Promise<Record<string, unknown>> {
  const found = await Promise.all(
    Object.values(rows)
      .flatMap((of) => Object.entries(of))
      .map(async ([table, id]) => {
        const {
          rows: [row],
        } = await sql<{ text: string }>`
        select to_jsonb(t)::text as text from ${sql.table(table)} t where id::text = ${String(id)}`.execute(
          server.app.db,
        );
        return [`${table} ${id}`, row?.text ?? null] as const;
      }),
  );
  return Object.fromEntries(found);
}

const call = async (line: MatrixLine, authorization: string | undefined) =>
  callLine(server, line, authorization, othersIn(line.field.name, line.case, rows));

test('every mutation that takes an id gets one of an existing row', async () => {
  const without = mutations.filter(
    ({ field }) =>
      field.args.some(({ name }) => name === 'id' || name === 'ids') &&
      !('id' in othersIn(field.name, undefined, rows)),
  );
  assert.deepEqual(
    without.map(({ key }) => key),
    [],
    'add its table to testing/matrix/others-rows.ts',
  );
  const missing = Object.entries(await state()).filter(([, row]) => row === null);
  assert.deepEqual(missing, []);
});

const callers: readonly MatrixCaller[] = ['signedOut', 'key', [], ...roles.map((role): readonly Role[] => [role])];
for (const caller of callers)
  test(`changes no rows of others that the matrix denies: ${String(caller) || 'no role'}`, async () => {
    const authorization = await authorize(caller);
    const was = await state();
    const wrong: string[] = [];
    for (const line of mutations.filter((one) => !mayCall(one, caller))) {
      const { code, message } = await call(line, await authorization());
      if (code !== (caller === 'signedOut' ? 'UNAUTHENTICATED' : 'FORBIDDEN'))
        wrong.push(`${line.key}: ${code} ${message}`);
    }
    assert.deepEqual(wrong, []);
    assert.deepEqual(await state(), was);
  });

async function authorize(caller: MatrixCaller): Promise<Authorization> {
  if (caller === 'signedOut') return async () => undefined;
  if (caller !== 'key') return sessionOf(caller as readonly Role[]);
  const { id } = await createUser(server.app.db, { roles: [...roles] });
  const { key, ...stored } = newKey();
  const row = { name: 'Leitstelle', scopes: [...keyFeatures], insertedBy: id, ...stored };
  await server.app.db.insertInto('apiKeys').values(row).execute();
  return async () => `Bearer ${key}`;
}

test('mutations that are open to all users change no rows of others', async () => {
  const open = mutations.filter(({ access }) => ['public', 'signedIn', 'inPerson'].includes(access));
  const authorization = await sessionOf([]);
  const was = await state();
  for (const line of open) await call(line, await authorization());
  assert.deepEqual(await state(), was);
});

test('an administrator changes nothing of a system owner’s account', async () => {
  const names = /^(deleteUser|approveUser|rejectUser|resendInvitation|resetTotp|updateUser|setActive)$/;
  const authorization = await sessionOf(['administrator']);
  const was = await state();
  for (const line of mutations.filter(({ field }) => names.test(field.name)))
    for (const change of [{}, { email: 'neu@example.org' }, { roles: [] }, { isActive: false, type: 'User' }]) {
      const given = { ...othersIn(line.field.name, line.case, rows), ...change };
      const { code } = await callLine(server, line, await authorization(), given);
      if (Object.keys(change).length && line.field.name === 'updateUser')
        assert.equal(code, 'FORBIDDEN', JSON.stringify(change));
    }
  const owner = `users ${rows.communication['users']}`;
  assert.deepEqual((await state())[owner], was[owner]);
});
