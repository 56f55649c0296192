import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { createPerson } from '#testing/factories.ts';
import { createDraft, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

/** The emissions of a message's subscription, one by one. */
async function* watch(id: number, signal: AbortSignal) {
  const query = `subscription ($id: ID!) { messageChanged(id: $id) { status messageResult { pending }
    messageRecipients { edges { node { response } } } } }`;
  const response = await fetch(`${server.url}/api/graphql/stream`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${manager.token}`,
    },
    body: JSON.stringify({ query, variables: { id: String(id) } }),
    signal,
  });
  let text = '';
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    for (let match = /^data: (\{.*\})$/m.exec(text); match; match = /^data: (\{.*\})$/m.exec(text)) {
      text = text.slice(match.index + match[0].length);
      yield JSON.parse(match[1]!).data.messageChanged;
    }
  }
}

test('a subscriber of a message sees it leave and sees the answer, each emission read fresh', async () => {
  const person = await createPerson(db);
  const { id } = await createDraft(db, { people: [person.id], requestAnswer: true });
  const controller = new AbortController();
  const stream = watch(id, controller.signal);
  const until = async (fits: (message: { status: string; response: string | null; pending: number }) => boolean) => {
    for (;;) {
      const { value } = await stream.next();
      const message = {
        status: value.status,
        pending: value.messageResult.pending,
        response: value.messageRecipients.edges[0]?.node.response ?? null,
      };
      if (fits(message)) return message;
    }
  };
  assert.deepEqual(await until(() => true), { status: 'draft', pending: 0, response: null });
  await manager.run('mutation ($id: ID!) { sendMessage(id: $id, launchKey: "watched") { _id } }', { id: String(id) });
  assert.partialDeepStrictEqual(await until(({ pending }) => pending === 1), { response: null });
  await settle(server.app);
  await until(({ status }) => status === 'sending');
  const row = await db.selectFrom('messageRecipients').select('id').executeTakeFirstOrThrow();
  await manager.run('mutation ($id: ID!) { recordAnswer(recipient: $id, option: "2") { _id } }', {
    id: String(row.id),
  });
  assert.partialDeepStrictEqual(await until(({ response }) => response !== null), { response: 'Ich komme nicht' });
  controller.abort();
});
