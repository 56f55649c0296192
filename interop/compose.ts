// The database of deploy/compose, created by its script on a PostgreSQL of Debian. Needs no container.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { withClient } from '#server/platform/connection/client.ts';
import { startTestServer } from '#testing/server.ts';
import { findSystemPostgres, startSystemPostgres } from './postgres/programs.ts';

const script = path.resolve(import.meta.dirname, '../deploy/compose/create-database.sh');

test('the program starts on the database of the compose file with a role that is no superuser', async () => {
  const programs = findSystemPostgres();
  assert.ok(programs, 'the Debian packages postgresql and postgresql-client are missing');
  const postgres = await startSystemPostgres(programs);
  try {
    const env = { PATH: `${programs}:/usr/bin:/bin`, PGHOST: postgres.dir, MELDEKETTE_PASSWORD: "it's a \\ secret" };
    const { stdout, stderr } = await promisify(execFile)('sh', [script], { env });
    assert.equal(stdout + stderr, '');
    const url = new URL(postgres.url);
    [url.username, url.pathname] = ['meldekette', '/meldekette'];
    const server = await startTestServer({ DATABASE_URL: url.href });
    try {
      const ready = await fetch(`${server.url}/readyz`);
      assert.equal(ready.status, 200, await ready.text());
      const found = await withClient(url.href, (client) =>
        client.query('select rolsuper, rolcreatedb, rolcreaterole from pg_roles where rolname = current_user'),
      );
      assert.deepEqual(found.rows, [{ rolsuper: false, rolcreatedb: false, rolcreaterole: false }]);
    } finally {
      await server.stop();
    }
  } finally {
    await postgres.stop();
  }
});
