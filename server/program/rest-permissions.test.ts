import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { getNamedType, isRequiredArgument } from 'graphql';
import { Registry } from 'prom-client';
import { newKey } from '#server/api/viewer/key.ts';
import { createHttp } from '#server/program/app.ts';
import { schema } from '#server/program/schema.ts';
import { entities } from '#shared/administration/entities.ts';
import { collectionPathOf } from '#shared/administration/entity.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import { type Feature, type Role, roles } from '#shared/permissions.ts';
import { createEvent, createGroup, createMailingList, createUser } from '#testing/factories.ts';
import { closedToKeys, permissionMatrix, roleOfLetter } from '#testing/permission-matrix.ts';
import { restMatrix } from '#testing/rest-matrix.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';

let server: TestServer;
let ids: Record<string, number>;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  const { db } = server.app;
  ids = {
    groups: (await createGroup(db)).id,
    mailing_lists: (await createMailingList(db)).id,
    events: (await createEvent(db)).id,
  };
});
after(() => server.stop());

/** Signed out, invalid, an API key with all rights, or these roles. */
type Caller = 'signedOut' | 'wrongToken' | 'key' | readonly Role[];

interface Line {
  method: string;
  path: string;
  access: string;
  /** Whether a key can have the right. */
  forKeys: boolean;
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const queries = Object.values(schema.getQueryType()!.getFields());

/** Every list without required arguments. */
const collections: Line[] = queries
  .filter(({ type, args }) => getNamedType(type).name.endsWith('Connection') && !args.some(isRequiredArgument))
  .map(({ name }) => ({
    method: 'GET',
    path: `/api/v2/${snake(name.replace(/^all[A-Z]/, (start) => start.at(-1)!.toLowerCase()))}`,
    access: permissionMatrix[`Query.${name}`]!,
    forKeys: !closedToKeys.has(`Query.${name}`),
  }));

const ofEntity = new Map<string, Feature>(
  entities.flatMap((entity) =>
    ['csv', 'xlsx'].map((format) => [`${collectionPathOf(entity)}.${format}`, entity.feature] as const),
  ),
);
const guarded: Line[] = Object.entries(restMatrix).flatMap(([route, access]) => {
  const [method = '', path = ''] = route.split(' ');
  if (['public', 'link', 'collection'].includes(access)) return [];
  const feature = ofEntity.get(path);
  return [{ method, path, access, forKeys: !feature || keyFeatures.includes(feature) }];
});
const lines = [...guarded, ...collections];

function mayAsk({ access, forKeys }: Line, caller: Caller): boolean {
  if (caller === 'signedOut') return access === 'public';
  if (caller === 'wrongToken') return false;
  if (caller === 'key') return !access.split(' ').includes('inPerson') && forKeys;
  const isOpen = access === 'public' || access === 'signedIn' || access === 'inPerson';
  return isOpen || access.split(' ').some((letter) => caller.includes(roleOfLetter[letter]!));
}

async function ask({ method, path }: Line, token: string | null, id?: string) {
  const collection = /^\/api\/v2\/(\w+)\//.exec(path)?.[1] ?? '';
  const target = path.replace(/:(n|id)\b/, id ?? String(ids[collection] ?? 999_999)).replace(/:\w+/g, 'x');
  const response = await fetch(`${server.url}${target}`, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { body: '{}' } : {}),
  });
  return { status: response.status, text: await response.text(), type: response.headers.get('content-type') ?? '' };
}

/** The token for a request; an earlier POST may have ended the session. */
type Token = (mayBeOver: boolean) => Promise<string | null>;

function tokenOf(userId: number): Token {
  let token: string | null = null;
  return async (mayBeOver) => {
    if (mayBeOver) token = null;
    token ??= (await server.client(userId)).token;
    return token;
  };
}

/** Calls everything and compares with the table. */
async function compare(caller: Caller, token: Token): Promise<void> {
  const refusal = caller === 'signedOut' || caller === 'wrongToken' ? 401 : 403;
  const wrong: string[] = [];
  let mayBeOver = false;
  for (const line of lines) {
    const { status, text, type } = await ask(line, await token(mayBeOver));
    mayBeOver = line.method !== 'GET';
    const fits = mayAsk(line, caller) ? status < 500 && status !== 401 && status !== 403 : status === refusal;
    if (!fits) wrong.push(`${line.method} ${line.path}: ${status} ${text.slice(0, 100)}`);
    if (status >= 400 && (!type.startsWith('application/json') || /error_internal/.test(text)))
      wrong.push(`${line.method} ${line.path} breaks: ${status} ${text.slice(0, 100)}`);
  }
  assert.deepEqual(wrong, [], `as ${caller}`);
}

/** The addresses in Fastify's tree. */
function addressesIn(tree: string): Set<string> {
  const branch: string[] = [];
  const found = new Set<string>();
  for (const line of tree.split('\n')) {
    const [whole, indent = '', part = '', methods] = /^((?:[│ ] {3})*)[├└]── (\S*)( \(.*\))?$/.exec(line) ?? [];
    if (whole === undefined) continue;
    branch.length = indent.length / 4;
    branch.push(part);
    if (methods) found.add(branch.join(''));
  }
  return found;
}

test('the table lists exactly the existing addresses', async () => {
  const http = await createHttp(server.app, { registry: new Registry() });
  const mounted = addressesIn(http.printRoutes({ commonPrefix: false }));
  await http.close();
  // 404s, files, and providers' reports
  const isMeant = (address: string) =>
    !/\*|^\/api\/channels\/|^\/index\.html$/.test(address) && !/^\/(a|p|u|w|public)?\/?$/.test(address);
  const known = new Set(Object.keys(restMatrix).map((line) => line.split(' ')[1]!));
  const missing = [...mounted].filter((address) => isMeant(address) && !known.has(address));
  assert.deepEqual(missing, [], 'add who may ask it to testing/rest-matrix.ts');
  const stale = [...known].filter((address) => !mounted.has(address));
  assert.deepEqual(stale, [], 'these addresses do not exist any more');
});

test('only public plain endpoints answer when signed out', () => compare('signedOut', async () => null));

test('an invalid token opens nothing', () => compare('wrongToken', async () => 'a.b.c'));

for (const role of [null, ...roles] as (Role | null)[]) {
  test(`${role ?? 'somebody without a role'} can request exactly the paths that the table allows`, async () => {
    const { id } = await createUser(server.app.db, { roles: role ? [role] : [] });
    await compare(role ? [role] : [], tokenOf(id));
  });
}

test('an API key can request the paths of its maker, except personal and closed ones', async () => {
  const { id } = await createUser(server.app.db, { roles: [...roles] });
  const { key, ...stored } = newKey();
  const row = { name: 'Leitstelle', scopes: [...keyFeatures], insertedBy: id, ...stored };
  await server.app.db.insertInto('apiKeys').values(row).execute();
  await compare('key', async () => key);
});

const odd = ['0', '-1', 'abc', '1e3', '2147483648', '99999999999999999999', '1%00', '%2e%2e%2f1', '١', '1;--', ' 1'];

test('refuses an odd id by path cleanly with the right, and like any other id without it', async () => {
  const { token } = await server.as(...roles);
  const stranger = (await server.as()).token;
  const rows = collections.map((line) => ({ ...line, path: `${line.path}/:n` }));
  const wrong: string[] = [];
  for (const line of [...rows, ...guarded.filter(({ path }) => /:(n|id)\b/.test(path))]) {
    for (const id of odd) {
      const { status, text } = await ask(line, token, encodeURI(decodeURI(id)));
      if (status < 400 || status > 404) wrong.push(`${line.path} ${id}: ${status} ${text.slice(0, 80)}`);
    }
    if (mayAsk(line, [])) continue;
    const [there, missing] = [await ask(line, stranger), await ask(line, stranger, '999998')];
    if (there.status !== missing.status || there.text !== missing.text) wrong.push(`${line.path} tells what exists`);
  }
  assert.deepEqual(wrong, []);
});

test('an odd secret in an address opens nothing and breaks nothing', async () => {
  const places = ['/a/', '/p/', '/files/', '/api/roster/', '/public/', '/status/', '/status/logo/', '/api/channels/'];
  const secrets = [...odd, 'x'.repeat(22), 'x'.repeat(5000), '../../etc/passwd', '%ff', '<script>', '__proto__'];
  const wrong: string[] = [];
  for (const place of places)
    for (const secret of secrets) {
      const { status } = await fetch(`${server.url}${place}${encodeURI(secret)}`, { redirect: 'manual' });
      if (status < 400 || status >= 500) wrong.push(`${place}${secret.slice(0, 30)}: ${status}`);
    }
  assert.deepEqual(wrong, []);
});
