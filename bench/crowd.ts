import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { answerUrl } from '#server/channels/rendering/render.ts';
import { recipientStates } from '#server/platform/database/delivery-states.ts';
import { createEvent, createMailingList, idByIdentifier } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import type { MeasuredServer } from './bench-server.ts';

/** Creates people with addresses on a list. */
export async function createCrowd({ db }: MeasuredServer, people: number): Promise<number> {
  const { id } = await createMailingList(db);
  await sql`
    with p as (insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${people}) n
      returning id),
    d as (insert into person_data (person_id, key_field_id, value_str)
      select id, 5, '+49151' || lpad(id::text, 8, '0') from p union all select id, 1, 'p' || id || '@example.org' from p)
    insert into mailing_list_people (mailing_list_id, person_id) select ${id}, id from p`.execute(db);
  return id;
}

/** Sends a report to a list, also with an earlier commit; returns it with event and links. */
export async function alarmCrowd(
  { db, app, run }: MeasuredServer,
  token: string,
  list: number,
  type: 'staff_information' | 'activation' = 'staff_information',
): Promise<{ id: number; eventId: number; links: string[] }> {
  const channelId = await idByIdentifier(db, 'channels', 'exercise');
  const { id: eventId } = await createEvent(db);
  const create = 'mutation ($input: CreateReportInput!) { createReport(input: $input) { _id } }';
  const reportType = String(await idByIdentifier(db, 'reportTypes', type));
  const input = { event: String(eventId), reportType, title: 'Lage', content: 'Bitte kommen Sie.' };
  const { createReport } = (await run(token, create, { input })) as { createReport: { _id: number } };
  const { id } = await createDraft(db, { reportId: createReport._id, channelId, lists: [list], requestAnswer: true });
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  await run(token, send, { id: String(id), key: `crowd-${id}` });
  for (;;) {
    const { rows } = await sql<{ open: number }>`select count(*) as open from message_recipients
      where message_id = ${id} and status in ${recipientStates.open}`.execute(db);
    if (rows[0]!.open === 0) break;
    await sleep(250);
  }
  const rows = await db.selectFrom('messageRecipients').select('nonce').where('messageId', '=', id).execute();
  return { id: createReport._id, eventId, links: rows.map(({ nonce }) => answerUrl(app, nonce)) };
}
