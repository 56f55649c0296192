import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { appendLog } from '#server/alerting/event-log/log.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createEventType, createMessage, createPerson, createReport } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';

let server: TestServer;
let db: Db;
let editor: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  editor = await server.as('editor');
});
after(() => server.stop());

const document = `{ events(first: 12) { totalCount edges { node {
  name eventStatus { name } eventType { name mailingLists(first: 5) { totalCount } } location { name } insertedBy { email }
  log(first: 3) { totalCount edges { node { text by { email } } } }
  situationReports(first: 2) { totalCount edges { node { number insertedBy { email } } } }
  reports(first: 10) { totalCount edges { node {
    title reportType { name } insertedBy { email } answerOptions { label } answers { positive negative none }
    messages(last: 10) { totalCount edges { node {
      title status percentageStatus messageResult { total sent failed } channel { name channelType { name } }
      messageRecipients(first: 10) { totalCount edges { node { targetAddress status response person { lastName } } } }
    } } }
  } } }
} } } }`;

async function statements(): Promise<{ count: number; shape: string }> {
  const { events } = await editor.run(document);
  const reports = events.edges.flatMap(({ node }: Edge) => node.reports.edges);
  const messages = reports.flatMap(({ node }: Edge) => node.messages.edges);
  const recipients = messages.flatMap(({ node }: Edge) => node.messageRecipients.edges);
  return {
    count: await fewestStatements(server, () => editor.run(document)),
    shape: [events, { edges: reports }, { edges: messages }, { edges: recipients }]
      .map((l) => l.edges.length)
      .join(' '),
  };
}
// biome-ignore lint/suspicious/noExplicitAny: tests read arbitrary shapes
type Edge = { node: any };

/** An event with everything below it that the query reads. */
async function fill(reports: number, messages: number, recipients: number): Promise<void> {
  const insertedBy = editor.userId;
  const event = await createEvent(db, { insertedBy, eventTypeId: (await createEventType(db)).id });
  await appendLog(db, { eventId: event.id, by: insertedBy, kind: 'note', text: 'x' });
  await db.insertInto('situationReports').values({ eventId: event.id, number: 1, insertedBy }).execute();
  for (let r = 0; r < reports; r++) {
    const report = await createReport(db, { eventId: event.id, insertedBy });
    for (let m = 0; m < messages; m++) {
      const message = await createMessage(db, { reportId: report.id, status: 'sending', insertedBy });
      for (let n = 0; n < recipients; n++) {
        const person = await createPerson(db);
        await sql`insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm,
            lane, status, nonce)
          values (${message.id}, ${report.id}, ${message.channelId}, ${person.id}, ${`p${person.id}@example.org`},
            ${`p${person.id}@example.org`}, 'normal', 'sent', '\\x00')`.execute(db);
        await sql`insert into answers (report_id, person_id, option_id, source)
          select ${report.id}, ${person.id}, min(id), 'operator' from answer_options where report_id = ${report.id}`.execute(
          db,
        );
      }
    }
  }
}

test('twelve events with reports, messages, recipients and counts take as many statements as one', async () => {
  await fill(1, 1, 1);
  await statements(); // loads data that each process reads once
  const one = await statements();
  assert.equal(one.shape, '1 1 1 1');
  for (let n = 0; n < 11; n++) await fill(3, 2, 2);
  await statements(); // answers are counted again only when something changed
  const twelve = await statements();
  assert.equal(twelve.shape, '12 34 67 133');
  assert.equal(twelve.count, one.count);
  assert.ok(one.count < 40, `${one.count} statements`);
});
