import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, test } from 'node:test';
import { sql } from 'kysely';
import { startEmbedded } from '#server/database/embedded.ts';
import { startTestApp } from '#server/testing/app.ts';
import { createEvent, createMailingList, createReport } from '#server/testing/factories.ts';
import { createDraft } from '#server/testing/messages.ts';
import { startTestServer, type TestServer } from '#server/testing/server.ts';
import * as scenarios from '../../faults/scenarios.ts';

// Real processes, a real mail server, real kills; faults/run.ts plays the same with many seeds and for long.
const play = async (
  count: number,
  seed: number,
  act: (trial: scenarios.Trial) => Promise<unknown>,
  server?: string,
) => {
  const app = await startTestApp(server);
  await act({ app, count, seed }).finally(() => app.stop());
};

/** Launches through the API, as the send button does: a mailing list with everybody, one activation. */
const overApi =
  (server: TestServer): scenarios.Launch =>
  async (db, channelId, count) => {
    const list = await createMailingList(db);
    await sql`
      with everybody as (
        insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${count}::int) n
        returning id),
      addresses as (
        insert into person_data (person_id, key_field_id, value_str)
        select id, 1, 'person' || id || '@example.org' from everybody)
      insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from everybody`.execute(db);
    const event = await createEvent(db, { mode: 'LIVE', isRunning: true });
    const report = await createReport(db, { eventId: event.id, type: 'activation' });
    const { id } = await createDraft(db, { reportId: report.id, channelId, lists: [list.id], requestAnswer: true });
    const manager = await server.as('crisis_manager');
    const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { recipientCount } }';
    const { sendMessage } = await manager.run(send, { id, key: 'key-of-the-crash-test' });
    assert.equal(sendMessage.recipientCount, count);
    return id;
  };

describe('whatever dies, nobody is lost and nobody is doubled unmarked', { concurrency: 3 }, () => {
  for (const seed of [1, 11, 21]) {
    test(`a process killed twice among 5,000 mails, seed ${seed}`, () =>
      play(5000, seed, (trial) => scenarios.killed(trial, 2)));
  }
  test('a process killed twice after a launch over the API', async () => {
    const server = await startTestServer({ ROLES: 'web' });
    const trial = { app: server.app, count: 3000, seed: 9 };
    await scenarios.killed(trial, 2, overApi(server)).finally(() => server.stop());
  });
  test('two processes share the work', () => play(1500, 3, scenarios.shared));
  test('connections cut in the middle of 5 % of the mails', () => play(1000, 4, scenarios.cut));
  test('1 % of the mails taken without a word', () => play(1500, 5, scenarios.untold));
  test('a process asked to end under load', () => play(2000, 6, (trial) => scenarios.asked(trial, 2)));
  test('a process that stands still and wakes up again', () => play(1500, 8, scenarios.frozen));
  test('PostgreSQL killed twice', async () => {
    const dir = await mkdtemp(path.join(tmpdir(), 'meldekette-test-'));
    const postgres = await startEmbedded({ dir });
    const kill = async () => {
      process.kill(postgres.pid, 'SIGKILL');
    };
    try {
      await play(2000, 7, (trial) => scenarios.databaseKilled(trial, kill, 2), postgres.url);
    } finally {
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    }
  });
});
