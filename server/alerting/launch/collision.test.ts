import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

/** Waits until this many statements wait for a lock. */
const waitForCollision = (many = 1) =>
  until(async () => {
    const query = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await server.app.database.pool.query(query)).rowCount === many;
  });

/** Starts two requests that meet at a report's messages, in this order. */
async function meeting<T>(reportId: number, first: () => Promise<T>, second: () => Promise<T>): Promise<[T, T]> {
  const { both } = await server.app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('messages').select('id').where('reportId', '=', reportId).orderBy('id').forUpdate().execute();
    const one = first();
    await waitForCollision(1);
    const other = second();
    await waitForCollision(2);
    return { both: Promise.all([one, other]) };
  });
  return both;
}

const errorOf = (answer: { errors?: { message: string }[] }) => answer.errors?.[0]?.message;

test('an alarm reaches the others if a person is deleted during the launch', async () => {
  const { db } = server.app;
  const manager = await server.as('crisis_manager');
  const [stays, goes] = [await createPerson(db), await createPerson(db)];
  const { id } = await createDraft(db, { people: [stays.id, goes.id] });
  const { sending } = await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('people').where('id', '=', goes.id).execute();
    const document = `mutation { sendMessage(id: ${id}, launchKey: "launch-key-of-this-test") { recipientCount } }`;
    const launched = manager.run(document);
    await waitForCollision();
    return { sending: launched };
  });
  assert.equal((await sending).sendMessage.recipientCount, 1);
});

test('a report sent by two people at the same moment goes out once and completely', async () => {
  const { db } = server.app;
  const users = [await server.as('crisis_manager'), await server.as('crisis_manager')] as const;
  const { id: reportId } = await createReport(db);
  const person = await createPerson(db);
  const drafts = [
    await createDraft(db, { reportId, people: [person.id] }),
    await createDraft(db, { reportId, people: [person.id] }),
  ];
  const send = (n: 0 | 1) => () =>
    users[n].send(`mutation { sendReport(id: ${reportId}, launchKey: "both-${n}") { _id } }`);
  const answers = await meeting(reportId, send(0), send(1));
  assert.deepEqual(answers.map(errorOf), [undefined, 'error_no_drafts']);
  const rows = await db
    .selectFrom('messageRecipients')
    .select('messageId')
    .where('reportId', '=', reportId)
    .orderBy('messageId')
    .execute();
  assert.deepEqual(
    rows,
    drafts.map(({ id }) => ({ messageId: id })),
  );
});

test('of sending a report and deleting one of its messages the first wins', async () => {
  const { db } = server.app;
  const [manager, administrator] = [await server.as('crisis_manager'), await server.as('administrator')];
  for (const deletedFirst of [true, false]) {
    const { id: reportId } = await createReport(db);
    const person = await createPerson(db);
    const [gone, kept] = [
      await createDraft(db, { reportId, people: [person.id] }),
      await createDraft(db, { reportId, people: [person.id] }),
    ];
    const send = () =>
      manager.send(`mutation { sendReport(id: ${reportId}, launchKey: "or-deleted-${reportId}") { _id } }`);
    const remove = () => administrator.send(`mutation { deleteMessage(id: "${gone.id}") { _id } }`);
    const answers = await (deletedFirst ? meeting(reportId, remove, send) : meeting(reportId, send, remove));
    assert.deepEqual(answers.map(errorOf), [undefined, deletedFirst ? undefined : 'error_message_already_sent']);
    const rows = await db
      .selectFrom('messages as m')
      .leftJoin('messageRecipients as r', 'r.messageId', 'm.id')
      .select(['m.id', 'm.isActive', 'r.personId'])
      .where('m.reportId', '=', reportId)
      .orderBy('m.id')
      .execute();
    assert.deepEqual(rows, [
      { id: gone.id, isActive: !deletedFirst, personId: deletedFirst ? null : person.id },
      { id: kept.id, isActive: true, personId: person.id },
    ]);
  }
});

test('two simultaneous retries send once more, once, to the failed recipients', async () => {
  const { db } = server.app;
  const users = [await server.as('crisis_manager'), await server.as('crisis_manager')] as const;
  const { id: reportId } = await createReport(db);
  const people = [await createPerson(db), await createPerson(db)];
  const { id } = await createDraft(db, { reportId, people: people.map((one) => one.id) });
  await users[0].run(`mutation { sendReport(id: ${reportId}, launchKey: "to-fail") { _id } }`);
  for (const delivered of ['failed', 'sent'] as const) {
    await settle(server.app);
    await deliver(db, id, (person) => (person === people[0]!.id ? delivered : 'sent'));
    await settle(server.app);
    if (delivered === 'sent') break;
    const again = (n: 0 | 1) => () =>
      users[n].send(`mutation { retryFailedRecipients(message: ${id}, launchKey: "again-${n}") { _id } }`);
    const answers = await meeting(reportId, again(0), again(1));
    assert.deepEqual(answers.map(errorOf), [undefined, 'error_nothing_to_retry']);
  }
  const rows = await db
    .selectFrom('messageRecipients')
    .select(['personId', 'status', 'superseded'])
    .where('messageId', '=', id)
    .orderBy('id')
    .execute();
  const [lost, reached] = people.map((one) => one.id);
  assert.deepEqual(rows, [
    { personId: lost, status: 'failed', superseded: true },
    { personId: reached, status: 'sent', superseded: false },
    { personId: lost, status: 'sent', superseded: false },
  ]);
});
