import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createRecipients } from '#testing/deliveries.ts';
import { createPerson } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';
import { foldExerciseTallies } from './mailbox.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
let administrator: TestClient;
const people: number[] = [];
let recipients: number[] = [];
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
  administrator = await server.as('administrator');
  for (let n = 0; n < 4; n++) people.push((await createPerson(db, { lastName: `Postfach ${n}` })).id);
  recipients = (await createRecipients(db, { count: 40, delayed: true })).recipients.map(({ id }) => id);
});
after(() => server.stop());

interface Kept {
  person: number;
  kind: string;
  /** Of an event; otherwise a mail of the program. */
  ofEvent: boolean;
  read: boolean;
}

async function keep(messages: readonly Kept[], from: number): Promise<void> {
  const values = messages.map(({ person, kind, ofEvent, read }, at) => ({
    kind,
    personId: people[person]!,
    recipientId: ofEvent ? recipients[from + at]! : null,
    address: 'x@example.org',
    text: 'Probe',
    readAt: read ? new Date() : null,
  }));
  if (values.length) await db.insertInto('exerciseMessages').values(values).execute();
}

const question = `query ($search: String, $kind: String) {
  people: exercisePeople(first: 100, search: $search) { totalCount edges { node { person { _id } messages unread } } }
  messages: exerciseMessages(first: 0, kind: $kind) { totalCount } }`;

async function shown(client: TestClient, variables: object = {}) {
  const { people, messages } = await client.run(question, variables as Record<string, unknown>);
  // biome-ignore lint/suspicious/noExplicitAny: rows of arbitrary shape
  const rows = people.edges.map(({ node }: any) => [node.person._id, node.messages, node.unread]);
  return { rows, people: people.totalCount, messages: messages.totalCount };
}

/** The same, counted. */
async function counted(isMeant: 'all' | 'ofEvent', kind: string | null = null) {
  const seen = isMeant === 'all' ? sql`true` : sql`recipient_id is not null`;
  const { rows } = await sql<{ id: number; messages: number; unread: number }>`
    select person_id as id, count(*) as messages, count(*) filter (where read_at is null) as unread
    from exercise_messages where person_id is not null and ${seen} group by person_id order by max(id) desc`.execute(
    db,
  );
  const all = await sql<{ n: number }>`
    select count(*) as n from exercise_messages where ${seen} and (kind = ${kind} or ${kind}::text is null)`.execute(
    db,
  );
  return {
    rows: rows.map(({ id, messages, unread }) => [id, messages, unread]),
    people: rows.length,
    messages: all.rows[0]!.n,
  };
}

const message = fc.record({
  person: fc.nat(3),
  kind: fc.constantFrom('mail', 'phone'),
  ofEvent: fc.boolean(),
  read: fc.boolean(),
});
const steps = fc.array(
  fc.oneof(
    fc.record({ keep: fc.array(message, { maxLength: 4 }) }),
    fc.record({ drop: fc.array(fc.nat(9), { maxLength: 3 }) }),
    fc.record({ forget: fc.nat(3) }),
    fc.constant({ fold: true }),
  ),
  { maxLength: 8 },
);

test('the mailbox shows its people and its number of messages correctly after any change', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (list) => {
      let used = 0;
      for (const step of list) {
        if ('keep' in step) {
          await keep(step.keep, used);
          used += step.keep.length;
        } else if ('drop' in step) {
          const { rows } = await sql<{ id: number }>`select id from exercise_messages order by id`.execute(db);
          const ids = step.drop.flatMap((at) => rows[at]?.id ?? []);
          await sql`delete from exercise_messages where id = any(${ids})`.execute(db);
        } else if ('forget' in step) {
          await sql`delete from exercise_messages where person_id = ${people[step.forget]!}`.execute(db);
        } else await foldExerciseTallies(db);
      }
      assert.deepEqual(await shown(administrator), await counted('all'));
      assert.deepEqual(await shown(manager), await counted('ofEvent'));
      const { messages } = await shown(manager, { kind: 'phone' });
      assert.equal(messages, (await counted('ofEvent', 'phone')).messages);
      await sql`delete from exercise_messages`.execute(db);
    }),
    { numRuns: runs(60) },
  );
  assert.deepEqual(await shown(administrator), { rows: [], people: 0, messages: 0 });
});

test('never forgets messages that arrive while older ones are deleted', async () => {
  const one = (at: number): Kept => ({ person: at % 4, kind: 'mail', ofEvent: at % 3 > 0, read: false });
  for (let round = 0; round < 10; round++) {
    const older = Array.from({ length: 8 }, (_, at) => one(at));
    await keep(older, 0);
    const { rows } = await sql<{ id: number }>`select id from exercise_messages`.execute(db);
    await Promise.all([
      ...rows.map(({ id }) => sql`delete from exercise_messages where id = ${id}`.execute(db)),
      ...[0, 1, 2, 3].map((at) => keep([one(at), one(at + 1)], 10 + 2 * at)),
    ]);
    assert.deepEqual(await shown(administrator), await counted('all'));
    assert.deepEqual(await shown(manager), await counted('ofEvent'));
    await sql`delete from exercise_messages`.execute(db);
  }
});

test('finds people of the mailbox by their names', async () => {
  await keep(
    [0, 1].map((person) => ({ person, kind: 'mail', ofEvent: true, read: false })),
    0,
  );
  const { rows, people: found } = await shown(manager, { search: 'postfach 1' });
  assert.deepEqual([rows, found], [[[people[1], 1, 1]], 1]);
});
