import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { publish } from '#server/platform/live/live.ts';
import { createEvent, createEventType, createReport, createUser } from '#testing/factories.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type TestWatcher, watch } from '#testing/watching.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
});
after(() => server.stop());

const texts = { de: 'Sturmflut', en: 'Storm surge' };
type Language = keyof typeof texts;

async function storm(): Promise<{ event: string; report: string }> {
  const { db } = server.app;
  const type = await createEventType(db, { name: texts.de, nameEn: texts.en });
  const event = await createEvent(db, { eventTypeId: type.id });
  const report = await createReport(db, { eventId: event.id, eventTypeId: type.id });
  return { event: String(event.id), report: String(report.id) };
}

/** Users of one role who differ in nothing but their language, in turns. */
const readers = (count: number): Promise<[Language, TestClient][]> =>
  Promise.all(
    Array.from({ length: count }, async (_, at): Promise<[Language, TestClient]> => {
      const language = at % 2 ? 'en' : 'de';
      const { id } = await createUser(server.app.db, { roles: ['editor'], language });
      return [language, await server.client(id)];
    }),
  );

const answers = { de: 'Ich komme', en: 'I am coming' };

test('writes shared updates once per language and sends none in the wrong one', async () => {
  const { event, report } = await storm();
  const everybody = await readers(20);
  const ofEvent = 'subscription ($id: ID!) { eventChanged(id: $id) { eventType { name } } }';
  const ofReport = 'subscription ($id: ID!) { reportChanged(id: $id) { answerOptions { label } } }';
  const watchers = everybody.flatMap(([language, client]): [string, TestWatcher][] => [
    [texts[language], watch(server, client, ofEvent, { id: event })],
    [answers[language], watch(server, client, ofReport, { id: report })],
  ]);
  await until(async () => watchers.every(([, { seen }]) => seen.length > 0));
  await publish(server.app.db, { event: [Number(event)], report: [Number(report)] });
  await until(async () => watchers.every(([, { seen }]) => seen.length > 1));
  for (const [expected, { seen, stop }] of watchers) {
    for (const { data } of seen)
      assert.equal(data.eventChanged?.eventType.name ?? data.reportChanged.answerOptions[0].label, expected);
    stop();
  }
});

test('answers simultaneous queries in each language', async () => {
  const { event } = await storm();
  const everybody = await readers(20);
  const question = 'query ($id: ID!) { event(id: $id) { eventType { name } eventStatus { name } } }';
  const rounds = Array.from({ length: 5 }, () =>
    Promise.all(
      everybody.map(async ([language, client]) => [language, await client.run(question, { id: event })] as const),
    ),
  );
  for (const [language, data] of (await Promise.all(rounds)).flat()) {
    assert.equal(data.event.eventType.name, texts[language]);
    assert.equal(data.event.eventStatus.name, { de: 'Veröffentlicht', en: 'Published' }[language]);
  }
});

test('a change of language applies to the next query and the next stream', async () => {
  const { event } = await storm();
  const [[, client]] = (await readers(1)) as [[Language, TestClient]];
  const question = 'query ($id: ID!) { event(id: $id) { eventType { name } } }';
  assert.equal((await client.run(question, { id: event })).event.eventType.name, texts.de);
  for (const language of ['en', 'de'] as const) {
    await client.run('mutation ($to: String!) { changeLanguage(language: $to) { id } }', { to: language });
    assert.equal((await client.run(question, { id: event })).event.eventType.name, texts[language]);
    const document = 'subscription ($id: ID!) { eventChanged(id: $id) { eventType { name } } }';
    const { seen, stop } = watch(server, client, document, { id: event });
    await until(async () => seen.length > 0);
    assert.equal(seen[0].data.eventChanged.eventType.name, texts[language]);
    stop();
  }
});
