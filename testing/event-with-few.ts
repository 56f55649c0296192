import assert from 'node:assert/strict';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createEventType,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
} from '#testing/factories.ts';
import type { DoorIds } from '#testing/matrix/doors-after-event.ts';
import { createChannel, createDraft, deliver, settle } from '#testing/messages.ts';
import type { TestClient, TestServer } from '#testing/server.ts';

/** The words of every answer. */
export const answerWords = 'Stau auf der Umgehung';
const firstPerson = 870_000_001;
const firstRecipient = 940_000_001;
/** The groups of three and of eight people. */
export const fewAndMore = ['Kleinstation', 'Grossstation'];

/** An event after which nobody may be shown, with its rows. */
export interface EventWithFew extends DoorIds {
  message: number;
  people: number[];
  smallReport: number;
  smallMessage: number;
  recipient: number;
  logEntry: number;
  token: string;
  times: string[];
}

/** An event with an alarm to groups of three and eight people, one to the three alone, and a roll call. All answer. */
export async function createEventWithFew(server: TestServer, all: TestClient): Promise<EventWithFew> {
  const { db } = server.app;
  await sql`select setval(pg_get_serial_sequence('people', 'id'), ${firstPerson}),
    setval(pg_get_serial_sequence('message_recipients', 'id'), ${firstRecipient})`.execute(db);
  const people: number[] = [];
  for (let n = 0; n < 11; n++) {
    const names = { firstName: 'Zora', lastName: `Zweigmann${n}` };
    people.push((await createPerson(db, { ...names, email: `zweig${n}@privat.example` })).id);
  }
  const groups = [
    await createGroup(db, { name: fewAndMore[0]!, members: people.slice(0, 3) }),
    await createGroup(db, { name: fewAndMore[1]!, members: people.slice(3) }),
  ];
  const list = await createMailingList(db, { groups: groups.map(({ id }) => ({ id, stopLimit: 3 })) });
  const small = await createMailingList(db, { groups: [{ id: groups[0]!.id }] });
  const type = await createEventType(db, { lists: [list.id] });
  const { id: event } = await createEvent(db, { eventTypeId: type.id, activationEventTypeId: type.id });
  const channel = await createChannel(db, 'email');
  const feed = await createChannel(db, 'webfeed');
  const alarm = async (lists: number[], question?: 'SAFETY') => {
    const { id: report } = await createReport(db, { eventId: event });
    const draft = { reportId: report, channelId: channel.id, lists, requestAnswer: true };
    const { id: message } = await createDraft(db, draft);
    const update = 'mutation ($i: UpdateReportInput!) { updateReport(input: $i) { id } }';
    if (question) await all.run(update, { i: { id: String(report), question } });
    await all.run(`mutation { sendReport(id: ${report}, launchKey: "doors-${report}") { _id } }`);
    await settle(server.app);
    await deliver(db, message);
    await sql`update message_recipients set status = 'read', delivered_at = clock_timestamp() where message_id = ${message}
      and status = 'sent'`.execute(db);
    return { report, message };
  };
  const answer = async (report: number, person: number, option: string) => {
    const { rows } = await sql<{ id: number; isReserve: boolean }>`
      select id, status = 'pending' as is_reserve from message_recipients
      where report_id = ${report} and person_id = ${person} order by id limit 1`.execute(db);
    if (!rows[0]) return;
    const document = `mutation ($r: ID!, $o: String!, $t: String) {
      recordAnswer(recipient: $r, option: $o, text: $t) { _id } }`;
    await all.send(document, { r: String(rows[0].id), o: option, t: answerWords });
    if (option === '1') await all.send(`mutation { recordArrival(recipient: ${rows[0].id}) { id } }`);
  };
  const first = await alarm([list.id]);
  for (const [n, person] of people.entries()) await answer(first.report, person, n % 3 ? '1' : '2');
  const second = await alarm([small.id]);
  for (const person of people.slice(0, 3)) await answer(second.report, person, '1');
  const rollCall = await alarm([list.id], 'SAFETY');
  for (const [n, person] of people.entries()) await answer(rollCall.report, person, n ? '1' : '2');
  const create = `mutation { createSituationReport(input: { event: ${event}, data: { summary: "ruhig" } }) { _id } }`;
  const { createSituationReport: written } = await all.run(create);
  const { createMonitorLink } = await all.run(`mutation { createMonitorLink(event: ${event}) { address } }`);
  const { rows: times } = await sql<{ at: Date }>`
    select at from answers union all select at from arrivals
    union all select delivered_at from message_recipients where delivered_at is not null order by at`.execute(db);
  return {
    ...{ event, report: first.report, message: first.message, situationReport: written._id, eventType: type.id },
    ...{ group: groups[0]!.id, list: list.id, channel: feed.id, rollCall: rollCall.report, people },
    ...{ smallReport: second.report, smallMessage: second.message },
    ...(await partsOf(db, first.report, event)),
    token: createMonitorLink.address.split('/monitor/')[1],
    times: times.map(({ at }) => at.toISOString().slice(0, 23)),
  };
}

/** A recipient of a report and the entry of an answer in the log of its event. */
async function partsOf(db: Db, report: number, event: number): Promise<Pick<EventWithFew, 'recipient' | 'logEntry'>> {
  const { rows } = await sql<Pick<EventWithFew, 'recipient' | 'logEntry'>>`
    select (select min(id) from message_recipients where report_id = ${report} and status = 'read') as recipient,
      (select min(id) from log_entries where event_id = ${event} and kind = 'answer') as log_entry`.execute(db);
  assert.ok(rows[0]?.recipient && rows[0].logEntry);
  return rows[0];
}
