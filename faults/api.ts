import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openSession } from '#server/accounts/sessions.ts';
import { createEvent, createMailingList, createReport, createUser } from '#testing/factories.ts';
import { freePort } from '#testing/free-port.ts';
import { createDraft } from '#testing/messages.ts';
import { type Answer, createClient, type TestClient } from '#testing/server.ts';
import { type Process, startWebProcess } from './process.ts';
import type { Stage } from './stage.ts';

/** The API in its own process, with a user who may send. */
export interface Api {
  stage: Stage;
  process: Process;
  client: TestClient;
  again(): Promise<void>;
}

/** Starts the API on the stage's database without an undo window. */
export async function openApi(stage: Stage, url = stage.url): Promise<Api> {
  const { db, secrets } = stage;
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
  const port = await freePort();
  const process = stage.watch(await startWebProcess(url, port));
  const { id } = await createUser(db, { roles: ['crisis_manager'] });
  const api: Api = {
    stage,
    process,
    client: createClient(process.url, id, await openSession({ db, secrets }, id, { userAgent: 'faults' })),
    async again() {
      api.process = stage.watch(await startWebProcess(url, port));
    },
  };
  return api;
}

/** Creates people with addresses on a list. */
export async function createListOfPeople({ db }: Stage, count: number): Promise<number> {
  const list = await createMailingList(db);
  await sql`
    with everybody as (
      insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${count}::int) n
      returning id),
    mail as (
      insert into person_data (person_id, key_field_id, value_str)
      select id, 1, 'person' || id || '@example.org' from everybody),
    mobile as (
      insert into person_data (person_id, key_field_id, value_str)
      select id, 5, '+49151' || (10000000 + id) from everybody)
    insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from everybody`.execute(db);
  return list.id;
}

/** Creates a draft to a list, by default in a new event. */
export async function draftTo({ db }: Stage, channelId: number, list: number, report?: number): Promise<number> {
  const reportId = report ?? (await createReport(db, { eventId: (await createEvent(db)).id })).id;
  return (await createDraft(db, { reportId, channelId, lists: [list], requestAnswer: true })).id;
}

const launchDocument =
  'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { recipientCount } }';

/** Launches a draft with retries under the same key; returns the attempts. */
export async function launchDraft({ stage, client }: Api, id: number): Promise<number> {
  for (let tries = 1; ; tries++) {
    const answer: Answer | null = await client
      .send(launchDocument, { id: String(id), key: `launch-${id}` })
      .catch(() => null);
    const confirmed = answer?.data?.sendMessage;
    if (confirmed) {
      stage.launched.set(id, confirmed.recipientCount);
      return tries;
    }
    const { message, extensions } = answer?.errors?.[0] ?? {};
    const again = !extensions || ['INTERNAL', 'UNAVAILABLE', 'RATE_LIMITED'].includes(extensions.code);
    if (!again || tries === 400) throw new Error(`the launch ${id} was refused: ${message}`);
    await sleep(250);
  }
}

/** Launches all drafts of a report together. */
export async function launchReport({ client, stage }: Api, reportId: number): Promise<void> {
  await client.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { _id } }', {
    id: String(reportId),
    key: `report-${reportId}`,
  });
  const messages = await stage.db.selectFrom('messages').selectAll().where('reportId', '=', reportId).execute();
  for (const { id, recipientCount } of messages) stage.launched.set(id, recipientCount);
}

/** Launches an alarm by mail; returns the message. */
export async function alarmByMail(api: Api, channelId: number, count: number): Promise<number> {
  const id = await draftTo(api.stage, channelId, await createListOfPeople(api.stage, count));
  await launchDraft(api, id);
  return id;
}
