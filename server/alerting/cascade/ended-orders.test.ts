import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, passMinutes, passWindow, settle } from '#testing/messages.ts';
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

const size = 5;
const act = fc.record({
  what: fc.constantFrom(
    'yes',
    'yes',
    'soon',
    'no',
    'no',
    'unclear',
    'wait',
    'stopAsking',
    'finish',
    'continue',
    'send',
  ),
  person: fc.nat({ max: size - 1 }),
});
const world = fc.record({
  needed: fc.tuple(fc.integer({ min: 1, max: 2 }), fc.integer({ min: 1, max: 2 })),
  course: fc.array(act, { minLength: 8, maxLength: 16 }),
});

test('random answers, ends and new messages alert no one from before an end, and report losses', async () => {
  await fc.assert(
    fc.asyncProperty(world, async ({ needed, course }) => {
      const alarm = await begin(needed);
      for (const { what, person } of course) await alarm.act(what, person);
      await alarm.act('continue', 0);
      await alarm.check();
    }),
    { numRuns: runs(15), endOnFailure: true },
  );
});

async function begin(needed: [number, number]) {
  const people: number[] = [];
  while (people.length < size) people.push((await createPerson(db)).id);
  const groups = [
    await createGroup(db, { members: people.slice(0, 3) }),
    await createGroup(db, { members: people.slice(2) }),
  ];
  const list = await createMailingList(db, { groups: groups.map(({ id }, at) => ({ id, stopLimit: needed[at]! })) });
  const { id: reportId, eventId } = await createReport(db, { eventId: (await createEvent(db)).id });
  const messages: number[] = [];
  /** By message, the people who may not get it any more. */
  const barred = new Map<number, (person: number) => boolean>();
  const got = new Map<number, Set<number>>();
  let askedSince: Set<number> | undefined; // since the event was finished last
  const told = new Set<number>();
  let [isRunning, keys] = [true, 0];

  const run = (field: string) => manager.send(`mutation { ${field} { _id } }`);
  const send = async () => {
    const { id } = await createDraft(db, { reportId, lists: [list.id], requestAnswer: true });
    const sent = await run(`sendMessage(id: ${id}, launchKey: "orders-${id}-${++keys}")`);
    if (sent.errors) return;
    messages.push(id);
    got.set(id, new Set());
  };
  const look = async () => {
    await settle(server.app);
    for (const id of messages) {
      for (const person of await deliver(db, id)) {
        assert.ok(!got.get(id)!.has(person), 'nobody gets a message twice');
        assert.ok(!barred.get(id)?.(person), `${person} gets message ${messages.indexOf(id)} after the end`);
        got.get(id)!.add(person);
        askedSince?.add(person);
      }
    }
    await settle(server.app);
    await passWindow(db, reportId);
    await settle(server.app);
    const { rows } = await sql<{ personId: number }>`
      select r.person_id from stand_downs s join message_recipients r on r.report_id = s.notice_id
      where s.report_id = ${reportId}`.execute(db);
    for (const { personId } of rows.filter((row) => !told.has(row.personId))) {
      told.add(personId);
      assert.ok(askedSince?.has(personId) ?? true, `${personId} is sent home although nobody asked them since`);
    }
    const { rows: notices } = await sql<{ id: number }>`
      select m.id from stand_downs s join messages m on m.report_id = s.notice_id where s.report_id = ${reportId}`.execute(
      db,
    );
    for (const { id } of notices) await deliver(db, id);
  };
  await send();
  await look();

  return {
    async act(what: string, at: number) {
      if (what === 'send') await send();
      else if (what === 'wait') await passMinutes(db, reportId, 20);
      else if (what === 'stopAsking') {
        const { errors } = await run(`stopAsking(report: ${reportId})`);
        // asked people stay asked
        const { rows } = await sql<{ messageId: number; personId: number }>`
          select message_id, person_id from message_recipients where report_id = ${reportId} and status = 'queued'`.execute(
          db,
        );
        for (const id of errors ? [] : messages) {
          const had = new Set(rows.filter((row) => row.messageId === id).map((row) => row.personId));
          const other = barred.get(id);
          barred.set(id, (person) => !had.has(person) || (other?.(person) ?? false));
        }
      } else if (what === 'finish') {
        if ((await run(`finishEvent(id: ${eventId})`)).errors) return;
        isRunning = false;
        askedSince = new Set();
        for (const id of messages) barred.set(id, () => true);
      } else if (what === 'continue') {
        if (!isRunning) await run(`continueEvent(id: ${eventId})`);
        isRunning = true;
      } else {
        const { id } = await db
          .selectFrom('messageRecipients')
          .select('id')
          .where('reportId', '=', reportId)
          .where('personId', '=', people[at]!)
          .orderBy('id')
          .executeTakeFirstOrThrow();
        const option = { yes: 1, soon: 1, no: 2, unclear: 3 }[what];
        const minutes = what === 'soon' ? 5 : null;
        await run(`recordAnswer(recipient: "${id}", option: "${option}", minutes: ${minutes})`);
      }
      await look();
    },
    /** Unreached limits are reported at the end. */
    async check() {
      for (let turn = 0; turn < size; turn++) await this.act('wait', 0);
      const { report } = await manager.run(`{ report(id: ${reportId}) { answers { limits { needed reached state } }
        messages { edges { node { _id status } } } } }`);
      for (const { needed, reached, state } of report.answers.limits) {
        assert.equal(state === 'filled', reached >= needed);
        assert.notEqual(state, 'waiting');
      }
      const statuses = report.messages.edges.map(({ node }: { node: { status: string } }) => node.status);
      assert.ok(!statuses.includes('sending'), String(statuses));
      const { rows } = await sql<{ lines: number; mails: number }>`
        select (select count(*)::int from log_entries where event_id = ${eventId} and kind = 'limit_not_reached') as lines,
          (select count(*)::int from pgboss.job where name = 'system_mail' and data->>'identifier' = 'limit_not_reached'
            and data->>'page' like ${`%/report/${reportId}`}) as mails`.execute(db);
      assert.equal(rows[0]!.mails, rows[0]!.lines);
    },
  };
}
