import assert from 'node:assert/strict';
import test from 'node:test';
import { createEvent, createPerson, createReport, idByIdentifier } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer } from '#testing/server.ts';
import { fewestStatements } from '#testing/statements.ts';

test('finding the question for a reply costs the same few statements after many questions', async (t) => {
  const server = await startTestServer({ ROLES: 'web' }); // a worker's statements would be counted as well
  t.after(() => server.stop());
  const { db } = server.app;
  const manager = await server.as('crisis_manager');
  const channelId = await idByIdentifier(db, 'channels', 'exercise');
  const event = await createEvent(db, { mode: 'LIVE', isRunning: true });
  const suggestions = async (): Promise<unknown[]> => {
    const { replies } = await manager.run(
      `{ replies(event: ${event.id}) { edges { node { senders { _id }
        suggestions { option recipient { person { lastName } message { report { answerOptions { code } } } } } } } } }`,
    );
    return replies.edges.flatMap(({ node }: { node: { suggestions: unknown[] } }) => node.suggestions);
  };
  await db
    .insertInto('replies')
    .values({
      channelId,
      eventId: event.id,
      fromAddress: '+4915170000000',
      externalId: 'reply',
      text: 'Ja',
      at: new Date(),
      sortedAt: new Date(),
    })
    .execute();
  const counts: number[] = [];
  for (const people of [1, 12]) {
    const report = await createReport(db, { eventId: event.id });
    const asked = await Promise.all(Array.from({ length: people }, () => createPerson(db)));
    await createDraft(db, { reportId: report.id, channelId, people: asked.map(({ id }) => id), requestAnswer: true });
    await manager.run(`mutation { sendReport(id: ${report.id}, launchKey: "asked-${people}") { _id } }`);
    await db.updateTable('messageRecipients').set({ attempts: 1 }).where('reportId', '=', report.id).execute();
    assert.equal((await suggestions()).length, counts.length ? 13 : 1);
    counts.push(await fewestStatements(server, suggestions));
  }
  assert.equal(counts[1], counts[0]);
});
