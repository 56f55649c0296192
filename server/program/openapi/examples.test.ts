import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import test, { after, before } from 'node:test';
import { promisify } from 'node:util';
import { newKey } from '#server/api/viewer/key.ts';
import { keyFeatures } from '#shared/api-keys.ts';
import { roles } from '#shared/permissions.ts';
import { createGroup, createPerson, createUser } from '#testing/factories.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { createTrigger } from '#testing/triggers.ts';

const run = promisify(execFile);
const manual = readFileSync(path.resolve(import.meta.dirname, '../../../docs/api/examples.md'), 'utf8');
const examples = [...manual.matchAll(/^## (.+)$[\s\S]*?^```(sh|js|python)\n([\s\S]*?)^```\n\n\*Expected:\* `(.+)`$/gm)];

let server: TestServer;
let dir: string;
let env: NodeJS.ProcessEnv;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  dir = await mkdtemp(path.join(os.tmpdir(), 'meldekette-examples-'));
  const { db } = server.app;
  const { id } = await createUser(db, { roles: [...roles] });
  const { key, ...stored } = newKey();
  await db
    .insertInto('apiKeys')
    .values({ name: 'Leitstelle', scopes: [...keyFeatures], insertedBy: id, ...stored })
    .execute();
  for (const name of ['Stab', 'Technik']) await createGroup(db, { name });
  const trigger = await createTrigger(server, { people: 2 });
  await createPerson(db);
  await db.updateTable('triggers').set({ identifier: 'feuer' }).where('id', '=', trigger.id).execute();
  env = { PATH: process.env['PATH'], MELDEKETTE: server.url, KEY: key };
});
after(async () => {
  await server.stop();
  await rm(dir, { recursive: true, force: true });
});

const programs: Readonly<Record<string, readonly [program: string, ...args: string[]]>> = {
  sh: ['sh', '-ec'],
  js: [process.execPath, '--input-type=module', '-e'],
  python: ['python3', '-c'],
};

/** Returns whether this machine has the program that an example needs. */
const has = (program: string) =>
  run('sh', ['-c', `command -v ${program}`]).then(
    () => true,
    () => false,
  );

test('every block of the manual is an example with its expected output', () => {
  assert.equal(examples.length, manual.match(/^```\w+$/gm)?.length);
  assert.ok(examples.length >= 6);
});

for (const [, title = '', language = '', code = '', expected] of examples) {
  test(`the example "${title}" prints the expected output`, async (t) => {
    const needed = language === 'sh' ? 'curl' : language === 'python' ? 'python3' : null;
    if (needed && !(await has(needed))) return t.skip(`this machine has no ${needed}`);
    const [program, ...args] = programs[language]!;
    const { stdout } = await run(program, [...args, code], { cwd: dir, env });
    assert.equal(stdout.trim(), expected);
  });
}
