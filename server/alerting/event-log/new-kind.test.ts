import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { kind } from '#shared/event-log/kind.ts';
import { logKinds } from '#shared/event-log/kinds.ts';
import { factTable } from '#shared/fact-tables.ts';
import { createEvent } from '#testing/factories.ts';
import { get } from '#testing/rest.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createTypeWithTemplate } from '#testing/situation-reports.ts';
import { appendLog } from './log.ts';

/** A new kind's code, besides the line that logs it. */
const newKinds = {
  pumps_started: kind<{ report: number; place: string; pumps: number }>({
    webhook: 'event.continued',
    de: ({ place, pumps }, count) => `${count(pumps, 'Pumpe', 'Pumpen')} am ${place} gestartet`,
    en: ({ place, pumps }, count) => `${count(pumps, 'pump', 'pumps')} started at ${place}`,
  }),
};

// In a process of its own: its log knows an additional kind.
let server: TestServer;
let german: TestClient;
let english: TestClient;
before(async () => {
  Object.assign(logKinds, newKinds);
  server = await startTestServer({ ROLES: 'web' }); // nothing is delivered
  german = await server.as('documentation_officer');
  english = await server.as('documentation_officer');
  await english.run('mutation { changeLanguage(language: "en") { id } }');
});
after(() => server.stop());

const readers = () => [
  {
    language: 'de',
    reader: german,
    many: '1.500 Pumpen am Deich gestartet',
    one: '1 Pumpe am Deich gestartet',
  },
  {
    language: 'en',
    reader: english,
    many: '1,500 pumps started at Deich',
    one: '1 pump started at Deich',
  },
];

test('a described kind appears in the log, the store, situation reports and webhooks', async () => {
  const { db } = server.app;
  const administrator = await server.as('administrator');
  await administrator.run('mutation ($i: CreateWebhookInput!) { createWebhook(input: $i) { secret } }', {
    i: { name: 'Leitstelle', url: 'https://receiver.example/', eventTypes: ['event.continued'] },
  });
  const event = await createEvent(db, { eventTypeId: (await createTypeWithTemplate(db)).id });
  for (const pumps of [1500, 1]) {
    const line = {
      eventId: event.id,
      by: null,
      kind: 'pumps_started',
      data: { report: 7, place: 'Deich', pumps },
    } as const;
    // @ts-expect-error the compiler knows only the kinds in the table
    await appendLog(db, line);
  }
  const document = 'query ($id: ID!) { event(id: $id) { logIntact log { edges { node { kind text } } } } }';
  const begin = 'mutation ($id: ID!) { createSituationReport(input: { event: $id }) { data } }';
  const { data } = (await german.run(begin, { id: event.id })).createSituationReport;
  for (const { language, reader, many, one } of readers()) {
    const shown = (await reader.run(document, { id: event.id })).event;
    assert.equal(shown.logIntact, true);
    assert.deepEqual(
      shown.log.edges.slice(1).map(({ node }: { node: object }) => node),
      [one, many].map((text) => ({ kind: 'pumps_started', text })),
    );
    const csv = (await get(server, `/api/v2/events/${event.id}/log.csv`, reader.token)).text;
    for (const text of [one, many]) assert.ok(csv.includes(`;${text};;;pumps_started;`), csv);
    const facts = factTable(data.log, { language, time: () => 'now' }); // on the screen and in the PDF
    assert.deepEqual(facts.rows, [
      ['now', many],
      ['now', one],
    ]);
  }
  const { rows } = await sql`select type, data from webhook_deliveries order by id`.execute(db);
  const told = { mode: 'LIVE', event: `/api/v2/events/${event.id}`, report: '/api/v2/reports/7' };
  assert.deepEqual(
    rows,
    [1, 2].map(() => ({ type: 'event.continued', data: told })),
  );
});
