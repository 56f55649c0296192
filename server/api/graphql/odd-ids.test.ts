import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { execute, type GraphQLField, subscribe } from 'graphql';
import { createContext } from '#server/api/http/context.ts';
import { causeOf } from '#server/api/http/mask.ts';
import { Refusal } from '#server/platform/errors.ts';
import { schema } from '#server/program/schema.ts';
import { roles } from '#shared/permissions.ts';
import { createEvent, createGroup, createPerson, createReport } from '#testing/factories.ts';
import { minimalCall } from '#testing/minimal-call.ts';
import { parseOnce } from '#testing/parse-once.ts';
import { permissionMatrix } from '#testing/permission-matrix.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
let gone: number;
let elsewhere: number;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  const { db } = server.app;
  await createReport(db);
  // numbers that one kind has and others have not
  for (let n = 0; n < 40; n++) elsewhere = (await createPerson(db)).id;
  gone = (await createEvent(db, { isActive: false })).id;
  await createGroup(db, { isActive: false });
});
after(() => server.stop());

type Root = 'query' | 'mutation' | 'subscription';
const operations = (
  [
    ['query', schema.getQueryType()!],
    ['mutation', schema.getMutationType()!],
    ['subscription', schema.getSubscriptionType()!],
  ] as const
).flatMap(([root, type]) =>
  Object.values(type.getFields()).flatMap((field): { root: Root; field: GraphQLField<unknown, unknown> }[] => {
    const { document, variables } = minimalCall(root, field, { ID: 'given' });
    return JSON.stringify([document, variables]).includes('given') ? [{ root, field }] : [];
  }),
);

/** Returns a refusal's code, `breaks` for other errors, nothing for success. */
async function call(
  { root, field }: (typeof operations)[number],
  id: string,
  token: string,
): Promise<string | undefined> {
  const { document, variables } = minimalCall(root, field, { ID: id });
  const contextValue = await createContext(server.app, `Bearer ${token}`, '127.0.0.1');
  const args = { schema, document: parseOnce(document), variableValues: variables, contextValue };
  let result = root === 'subscription' ? await subscribe(args) : await execute(args);
  if (Symbol.asyncIterator in result) {
    const first = await result.next();
    await result.return?.();
    result = first.value ?? {};
  }
  const error = 'errors' in result ? result.errors?.[0] : undefined;
  if (!error) return undefined;
  const cause = causeOf(error);
  if (cause instanceof Refusal) return String(cause.extensions['code']);
  return `breaks: ${error.message}`;
}

const odd = () => [
  ...['0', '-1', 'abc', '1e3', '1.0', ' 1', '', '٣', '2147483648', '99999999999999999999', 'null', "1'--"],
  ...['/api/v2/users/1', '/api/v2/events/1', '/api/v2/', '/api/v2/people/../users/1', `${'9'.repeat(9)}`],
  ...[String(gone), String(elsewhere), '2147483647'],
];

test('every operation with an id cleanly refuses odd, foreign, deleted and oversized ids', async () => {
  assert.ok(operations.length > 100, `${operations.length}`);
  const wrong: string[] = [];
  for (const operation of operations) {
    const { token } = await server.as(...roles); // one of them may lose what they have
    for (const id of odd()) {
      const outcome = await call(operation, id, token!);
      if (outcome?.startsWith('breaks') || outcome === 'INTERNAL')
        wrong.push(`${operation.root} ${operation.field.name}(${JSON.stringify(id)}): ${outcome}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('a missing right gives the same answer for existing and unknown ids', async () => {
  const { token } = await server.as();
  const wrong: string[] = [];
  for (const operation of operations) {
    const key = `${operation.root[0]!.toUpperCase()}${operation.root.slice(1)}.${operation.field.name}`;
    const access = permissionMatrix[key];
    if (access === undefined || !/^[A-Z]{2}/.test(access)) continue;
    for (const id of ['1', '2', '999999', String(gone), String(elsewhere), 'abc', '/api/v2/users/1']) {
      const outcome = await call(operation, id, token!);
      if (outcome !== 'FORBIDDEN') wrong.push(`${key}(${id}): ${outcome}`);
    }
  }
  assert.deepEqual(wrong, []);
});
