import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { createGroup, createPerson, createShift } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';

let server: TestServer;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' }); // a worker's statements would be counted as well
  manager = await server.as('contact_manager');
});
after(() => server.stop());

const day = 86_400_000;
const from = new Date(Date.now() - day);
const spanOf = (days: number) => ({ from, until: new Date(from.getTime() + days * day) });
const document = `query ($first: Int!, $from: DateTime!, $until: DateTime!) {
  groups(first: $first) { edges { node { _id roster { within(from: $from, until: $until) {
    turns { person { _id } } gaps { from } } } } } } }`;
interface Found {
  node: { _id: number; roster: { within: { turns: { person: { _id: number } }[] } } };
}

async function groupOnDuty(): Promise<{ id: number; person: number }> {
  const person = (await createPerson(server.app.db)).id;
  const { id } = await createGroup(server.app.db, { members: [person] });
  await createShift(server.app.db, { groupId: id, personId: person, begins: 2, hours: 4 });
  return { id, person };
}

test('the rosters of many groups take as many statements as one, each with its own turns', async () => {
  const groups = [];
  while (groups.length < 12) groups.push(await groupOnDuty());
  const ask = async (first: number) => {
    const run = () => manager.run(document, { first, ...spanOf(7) });
    return { count: await fewestStatements(server, run), edges: (await run()).groups.edges as Found[] };
  };
  const [one, all] = [await ask(1), await ask(groups.length)];
  assert.deepEqual(
    new Map(all.edges.map(({ node }) => [node._id, node.roster.within.turns])),
    new Map(groups.map(({ id, person }) => [id, [{ person: { _id: person } }]])),
  );
  assert.equal(all.count, one.count);
});

test('distinguishes groups with a roster from those without', async () => {
  const [{ id: rostered }, { id: plain }] = [await groupOnDuty(), await createGroup(server.app.db)];
  const ids = async (hasRoster: boolean): Promise<number[]> =>
    (
      await manager.run('query ($has: Boolean!) { groups(first: 200, hasRoster: $has) { edges { node { _id } } } }', {
        has: hasRoster,
      })
    ).groups.edges.map(({ node }: Found) => node._id);
  const [having, without] = [await ids(true), await ids(false)];
  assert.ok(having.includes(rostered) && !having.includes(plain));
  assert.ok(without.includes(plain) && !without.includes(rostered));
});

test('refuses more turns than any reader needs and returns a week of the largest roster', async () => {
  const { id, person } = await groupOnDuty();
  await sql`
    insert into shifts (group_id, person_id, starts_at, ends_at, every_weeks)
    select ${id}, ${person}, date_trunc('minute', now() at time zone 'Europe/Berlin') + make_interval(mins => n),
      date_trunc('minute', now() at time zone 'Europe/Berlin') + make_interval(mins => n + 1), 1
    from generate_series(1, 4999) n`.execute(server.app.db);
  const gaps = `query ($id: ID!, $from: DateTime!, $until: DateTime!) {
    group(id: $id) { roster { within(from: $from, until: $until) { gaps { from } } } } }`;
  const ask = (days: number) => manager.send(gaps, { id: String(id), ...spanOf(days) });
  assert.equal((await ask(7)).errors, undefined);
  assert.equal((await ask(28)).errors?.[0]?.message, 'error_query_too_large');
});

test('refuses a page of many groups with whole rosters before reading any data', async () => {
  const { errors } = await manager.send(
    `query ($from: DateTime!, $until: DateTime!) { groups(first: 200) { edges { node { roster {
      within(from: $from, until: $until) { turns { id shift turn person { id } planned { id } from until away { from } } }
    } } } } }`,
    spanOf(90),
  );
  assert.equal(errors?.[0]?.message, 'error_query_too_large');
  // a program that asks learns by how much
  const { measure, asked, most } = errors![0]!.extensions['details'] as {
    measure: string;
    asked: number;
    most: number;
  };
  assert.deepEqual([measure, most, asked > most], ['complexity', 500_000, true]);
});
