import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts';
import { connect } from './connect.ts';

let database: TestDatabase;
before(async () => {
  database = await createTestDatabase();
});
after(() => database.drop());

test('what is committed is on disk, also where the database is tuned to answer sooner', async () => {
  const tuning = connect(database.url);
  await sql`alter database ${sql.id(new URL(database.url).pathname.slice(1))} set synchronous_commit = off`.execute(
    tuning.db,
  );
  await tuning.close();
  const { db, close } = connect(database.url);
  const { rows } = await sql<{ synchronousCommit: string }>`show synchronous_commit`.execute(db);
  await close();
  assert.deepEqual(rows, [{ synchronousCommit: 'on' }]);
});

test('work waits for a connection that others have, for as long as it is told to', async () => {
  const [short, long] = [3_000, 60_000].map((patience) => connect(database.url, () => {}, { max: 1, patience }));
  for (const { db } of [short!, long!]) await sql`select 1`.execute(db);
  let waited: Promise<unknown> | undefined;
  await long!.db.transaction().execute(async () => {
    waited = sql`select 1`.execute(long!.db);
    await short!.db.transaction().execute(async () => {
      await assert.rejects(sql`select 1`.execute(short!.db), /timeout exceeded when trying to connect/);
    });
  });
  await waited;
  await Promise.all([short!.close(), long!.close()]);
});
