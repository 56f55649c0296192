import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadConfig } from '#server/platform/config.ts';
import { Client } from '#server/platform/connection/client.ts';
import { startServer } from '#server/program/server.ts';
import { installed } from '#testing/app.ts';
import { createTestDatabase } from '#testing/database.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { post } from '#testing/rest.ts';
import { createClient } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { uploadCsv } from '#testing/uploads.ts';

// defaults of a database that the program does not depend on; those of a line are set together, with --full each by itself
const together: Record<string, string>[] = [
  {
    DateStyle: "'SQL, DMY'",
    IntervalStyle: "'iso_8601'",
    bytea_output: "'escape'",
    standard_conforming_strings: 'off',
    default_transaction_isolation: "'serializable'",
    client_encoding: "'LATIN1'",
    client_min_messages: "'debug5'",
  },
  {
    DateStyle: "'German'",
    TimeZone: "'Asia/Kathmandu'",
    default_transaction_isolation: "'repeatable read'",
    default_transaction_read_only: 'on',
    search_path: "''",
    extra_float_digits: '-15',
    gin_fuzzy_search_limit: '1',
  },
  {
    default_transaction_isolation: "'serializable'",
    default_transaction_deferrable: 'on',
    statement_timeout: "'1s'",
    transaction_timeout: "'1s'",
    search_path: 'other, public',
    quote_all_identifiers: 'on',
  },
  {
    lock_timeout: "'1ms'",
    idle_in_transaction_session_timeout: "'5ms'",
    idle_session_timeout: "'1s'",
    array_nulls: 'off',
    transform_null_equals: 'on',
    exit_on_error: 'on',
    'plpgsql.extra_errors': "'all'",
    synchronous_commit: 'off',
    work_mem: "'64kB'",
    enable_indexscan: 'off',
    enable_nestloop: 'off',
  },
];
const defaults = process.env['TEST_FULL']
  ? [...together, ...together.flatMap(Object.entries).map(([name, value]) => ({ [name]: value }))]
  : together;

const password = 'owner password of the tests';
const csv = 'Vorname;Nachname;E-Mail\r\nAda;Probe;ada@example.org\r\nBen;Größe;ben@example.org\r\n';

for (const settings of defaults) {
  const named = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  test(`signs in, uploads a file and sends an alarm with ${named.join(', ')}`, async () => {
    const database = await createTestDatabase(installed);
    await setDefaults(database.url, named);
    const server = await startServer(
      loadConfig({
        PORT: '0',
        DATABASE_URL: database.url,
        SECRET_KEY: 'a secret key that only tests know',
        OWNER_PASSWORD: password,
        LOG_LEVEL: process.env['TEST_LOG_LEVEL'] ?? 'silent',
      }),
    );
    try {
      const { status, body } = await post(server, '/api/auth', { email: 'admin@example.org', password });
      assert.equal(status, 200, JSON.stringify(body));
      const { data, errors } = await uploadCsv(server, createClient(server.url, null, body.token), csv);
      assert.deepEqual(errors, undefined);
      assert.equal(data.uploadPeople.created, 2);
      for (const [name, value] of Object.entries(settings).filter(([one]) => one.endsWith('_timeout'))) {
        const { rows } = await server.app.database.pool.query('select current_setting($1) as value', [name]);
        assert.notEqual(`'${rows[0]!.value}'`, value, name);
      }
      const { messageId } = await createRecipients(server.app.db, { count: 3, lane: 'alarm' });
      await until(async () => {
        const { rows } = await server.app.database.pool.query<{ sent: number }>(
          `select count(*) as sent from message_recipients where message_id = $1 and status in ('sent', 'delivered')`,
          [messageId],
        );
        return rows[0]!.sent === 3;
      });
    } finally {
      await server.stop();
      await database.drop();
    }
  });
}

async function setDefaults(url: string, settings: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const name = new URL(url).pathname.slice(1);
  await client.query('create schema other; create table other.people (id integer)');
  for (const setting of settings) {
    await client.query(`alter database ${name} set ${setting}`).catch((error: { code?: string }) => {
      assert.equal(error.code, '42704', setting); // a release that does not know it has no such default
    });
  }
  await client.end();
}
