import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, deliver, passMinutes, passWindow, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const size = 6;
const some = (minLength: number, maxLength: number) => fc.subarray([...Array(size).keys()], { minLength, maxLength });
const person = fc.nat({ max: size - 1 });
const group = fc.nat({ max: 1 });

/** A draft's recipients: lists or people, for a function or none. */
const aim = fc.record({
  lists: fc.subarray([0, 1], { maxLength: 2 }),
  people: some(0, 4),
  forGroup: fc.option(group),
  channel: fc.nat({ max: 1 }),
});
const act = fc.oneof(
  fc.record({ what: fc.constantFrom('1', '1', '2', '3', 'absent', 'back'), person }),
  fc.record({ what: fc.constant('time'), minutes: fc.integer({ min: 1, max: 12 }) }),
  fc.record({ what: fc.constant('told') }),
  fc.record({ what: fc.constant('lost'), person }),
  fc.record({ what: fc.constant('stopped') }),
  fc.record({ what: fc.constant('launch'), drafts: fc.array(aim, { minLength: 1, maxLength: 2 }) }),
);
const world = fc.record({
  groups: fc.array(fc.record({ members: some(1, 4), needed: fc.integer({ min: 1, max: 2 }), first: fc.boolean() }), {
    minLength: 2,
    maxLength: 2,
  }),
  first: fc.record({ lists: fc.subarray([0, 1], { minLength: 1 }), people: some(0, 1) }),
  course: fc.array(act, { minLength: 4, maxLength: 12 }),
});
type World = typeof world extends fc.Arbitrary<infer W> ? W : never;
type Act = World['course'][number];
type Aim = Extract<Act, { drafts: unknown }>['drafts'][number];

test('over random histories a launch matches its preflight in recipients, reserve and refusal', async () => {
  await fc.assert(
    fc.asyncProperty(world, async (given) => {
      const course = await begin(given);
      for (const one of given.course) await course.take(one);
      await course.launch([{ lists: [0, 1], people: [], forGroup: null, channel: 0 }]);
    }),
    { numRuns: runs(25), endOnFailure: true },
  );
});

let keys = 0;

async function begin({ groups, first }: World) {
  const people: number[] = [];
  while (people.length < size) people.push((await createPerson(db)).id);
  const at = (places: readonly number[]) => places.map((place) => people[place]!);
  const functions: number[] = [];
  const lists: number[] = [];
  for (const { members, needed, first: hasPriority } of groups) {
    const own = at(members);
    const { id } = await createGroup(db, {
      members: own,
      priority: hasPriority && own.length > 2 ? own.slice(-1) : [],
    });
    functions.push(id);
    lists.push((await createMailingList(db, { groups: [{ id, stopLimit: needed, waitMinutes: 5 }] })).id);
  }
  const report = await createReport(db, { type: 'activation' });
  const channels = [(await createChannel(db, 'email')).id, (await createChannel(db, 'email')).id];

  const draft = async ({ lists: chosen, people: own, forGroup, channel }: Aim): Promise<number> => {
    const { rows } = await sql`
      select 1 from cascades where report_id = ${report.id} and group_id = ${functions[forGroup ?? 0]!}`.execute(db);
    const { id } = await createDraft(db, {
      reportId: report.id,
      channelId: channels[channel]!,
      lists: chosen.map((place) => lists[place]!),
      people: at(own),
      forGroupId: forGroup !== null && rows.length ? functions[forGroup]! : null,
      requestAnswer: true,
    });
    return id;
  };

  const newest = async (id: number | undefined) =>
    (
      await sql<{ id: number }>`
        select r.id from message_recipients r where r.report_id = ${report.id} and r.person_id = ${id}
          and r.status <> 'suppressed' order by r.id desc limit 1`.execute(db)
    ).rows[0]?.id;

  const launch = async (aims: readonly Aim[]) => {
    await sql`delete from messages where report_id = ${report.id} and status = 'draft'`.execute(db);
    const drafts: number[] = [];
    for (const one of aims) drafts.push(await draft(one));
    const document = `query ($id: ID!) { preflightReport(report: $id) { recipients later: laterCount blockers
      people(first: 20) { person { _id } later } } }`;
    const said = (await manager.run(document, { id: String(report.id) })).preflightReport;
    const { errors } = await manager.send(
      'mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }',
      { id: String(report.id), key: `said-${++keys}` },
    );
    assert.deepEqual(errors?.map(({ message }) => message) ?? [], said.blockers.slice(0, 1));
    const { rows } = await sql<{ id: number; later: boolean }>`
      select person_id as id, bool_and(status = 'pending' and try_at is null) as later from message_recipients
      where message_id = any(${drafts}) and status in ('pending', 'queued') group by person_id`.execute(db);
    type Person = { person: { _id: number }; later: boolean };
    const foretold = said.people.map(({ person: { _id: id }, later }: Person) => ({ id, later }));
    const byPlace = (those: { id: number; later: boolean }[]) =>
      those.map(({ id, later }) => `${people.indexOf(id)}${later ? ' later' : ''}`).sort((a, b) => a.localeCompare(b));
    assert.deepEqual(byPlace(rows), byPlace(foretold));
    assert.deepEqual([said.recipients, said.later], [rows.length, rows.filter(({ later }) => later).length]);
    await settle(server.app);
    await hand();
  };

  const hand = async () => {
    for (const { id } of await db.selectFrom('messages').select('id').where('reportId', '=', report.id).execute())
      await deliver(db, id);
  };

  const take = async (one: Act) => {
    const id = 'person' in one ? people[one.person]! : 0;
    if ('drafts' in one) await launch(one.drafts);
    else if ('minutes' in one) await passMinutes(db, report.id, one.minutes);
    else if (one.what === 'told') await passWindow(db, report.id);
    else if (one.what === 'absent')
      await sql`insert into absences (person_id, from_at) values (${id}, now() - interval '1 hour')`.execute(db);
    else if (one.what === 'back') await sql`delete from absences where person_id = ${id}`.execute(db);
    else if (one.what === 'stopped') {
      const message = await db
        .selectFrom('messages')
        .select('id')
        .where('reportId', '=', report.id)
        .where('status', '=', 'sending')
        .orderBy('id', 'desc')
        .executeTakeFirst();
      if (message)
        await manager.run('mutation ($id: ID!) { stopMessage(id: $id) { _id } }', { id: String(message.id) });
    } else if (one.what === 'lost') {
      const recipient = await newest(id);
      await sql`update message_recipients set status = 'failed' where id = ${recipient ?? 0} and status = 'sent'`.execute(
        db,
      );
    } else {
      const recipient = await newest(id);
      const record = 'mutation ($id: ID!, $o: String!) { recordAnswer(recipient: $id, option: $o) { _id } }';
      if (recipient) await manager.run(record, { id: String(recipient), o: one.what });
    }
    await settle(server.app);
    await hand();
    const notice = await db
      .selectFrom('standDowns')
      .select('noticeId')
      .where('reportId', '=', report.id)
      .executeTakeFirst();
    for (const { id: told } of notice?.noticeId
      ? await db.selectFrom('messages').select('id').where('reportId', '=', notice.noticeId).execute()
      : [])
      await deliver(db, told);
  };

  await launch([{ ...first, forGroup: null, channel: 0 }]);
  return { launch, take };
}
