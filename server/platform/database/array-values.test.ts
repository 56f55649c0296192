import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { createTestDatabase } from '#testing/database.ts';
import { connect, type Database } from './connect.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let connected: Database;
before(async () => {
  database = await createTestDatabase();
  connected = connect(database.url);
});
after(async () => {
  await connected.close();
  await database.drop();
});

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 8 }).filter((text) => !text.includes('\0') && text.isWellFormed()),
  fc.constantFrom('', 'NULL', 'null', '{}', '"', '\\', ',', ' ', "'", '\n', 'ä€😀'),
);

test('any array reaches the database and comes back unchanged', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.option(texts)),
      fc.array(fc.option(fc.integer())),
      fc.array(fc.option(fc.double())),
      fc.array(fc.option(fc.boolean())),
      fc.array(fc.option(fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)))),
      async (some, ints, floats, truths, bytes) => {
        const { rows } = await sql<Record<'some' | 'ints' | 'floats' | 'truths' | 'bytes', unknown[]>>`
          select ${some}::text[] as some, ${ints}::int[] as ints, ${floats}::float8[] as floats,
            ${truths}::boolean[] as truths, ${bytes}::bytea[] as bytes`.execute(connected.db);
        assert.deepEqual(rows, [
          { some, ints, floats: floats.map((one) => (one === null ? null : one + 0)), truths, bytes },
        ]);
      },
    ),
  );
});
