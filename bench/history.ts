// Measures pages after years of use: node bench/history.ts [--events 25] [--recipients 20000] [--rounds 30] [--json]
// The reference is the same installation before: as many events, three of them running, with 20 recipients each; then all get
// the rest. Milliseconds are medians of sequential requests.
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createReport, idByIdentifier } from '#testing/factories.ts';
import { type BenchServer, startBenchServer } from './bench-server.ts';
import { type BenchRow, percentile, print, row } from './row.ts';

const running = 3;
const few = 20;

const eventFields =
  'id _id name description mode isRunning isActive eventDate finishedAt eventStatus { id identifier }';
const pages: { name: string; query: string; variables?: object }[] = [
  {
    name: 'start page',
    query: `{ any: events(first: 1) { totalCount } events(first: 50, isRunning: true) { edges { node { ${eventFields}
      reports(first: 10) { edges { node { id _id title answers { positive negative neutral none late }
        messages(last: 10) { edges { node { id status requestAnswer percentageStatus messageResult { total sent } } } } } } } } } }
      waiting { drafts { id } releases { id } usersToApprove repliesWithoutEvent overdueSituationReports { id } } }`,
  },
  {
    name: 'events list',
    query: `{ running: events(first: 100, isRunning: true) { edges { node { ${eventFields} } } }
      others: events(first: 24, isRunning: false) { totalCount edges { node { ${eventFields}
        reports(first: 3) { edges { node { id answers { positive negative none }
          messages(last: 3) { edges { node { id status percentageStatus messageResult { total delivered failed } } } } } } } } } } }`,
  },
  {
    name: 'exercise mailbox',
    query: `{ exercisePeople(first: 30) { totalCount edges { node { person { id firstName lastName } messages unread } } }
      exerciseMessages(first: 30, kind: "phone") { totalCount edges { node { id subject text readAt answerUrl } } } }`,
  },
  {
    name: 'people search',
    query: `{ searchPeople(search: "nummer 1234", first: 20) { totalCount edges { node {
      id firstName lastName personData { display keyField { _id } } } } } }`,
  },
];

async function send(db: Db, reportId: number, messageId: number, channelId: number, from: number, to: number) {
  await sql`
    with r as (insert into message_recipients (message_id, report_id, channel_id, person_id, target_address, address_norm,
        lane, status, nonce, sent_at)
      select ${messageId}, ${reportId}, ${channelId}, p.id, '+49151' || p.id, '+49151' || p.id, 'normal', 'delivered',
        uuid_send(gen_random_uuid()), now()
      from (select id from people order by id offset ${from} limit ${to - from}) p returning id, person_id),
    a as (insert into answers (report_id, person_id, recipient_id, option_id, source)
      select ${reportId}, r.person_id, r.id, o.id, 'page'
      from r join answer_options o on o.report_id = ${reportId} and o.kind = 'POSITIVE' where r.id % 2 = 0)
    insert into exercise_messages (recipient_id, person_id, kind, address, text, read_at)
    select id, person_id, 'phone', '+49151' || person_id, 'Bitte kommen Sie.', case when id % 3 = 0 then now() end from r`.execute(
    db,
  );
}

async function message(db: Db, reportId: number, channelId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into messages (report_id, channel_id, title, content, status, request_answer, sent_at, finished_at)
    values (${reportId}, ${channelId}, 'Lage', 'Bitte kommen Sie.', 'sent', true, now(), now()) returning id`.execute(
    db,
  );
  return rows[0]!.id;
}

async function times({ run }: BenchServer, token: string, rounds: number): Promise<number[]> {
  const medians: number[] = [];
  for (const { query } of pages) {
    const found: number[] = [];
    for (let round = 0; round < rounds + 5; round++) {
      const begun = performance.now();
      await run(token, query, {});
      if (round >= 5) found.push(performance.now() - begun);
    }
    medians.push(percentile(found, 0.5));
  }
  return medians;
}

async function measure(server: BenchServer, events: number, recipients: number, rounds: number): Promise<BenchRow[]> {
  const { db } = server;
  const [token] = await server.sessions(1);
  await sql`
    with p as (insert into people (first_name, last_name)
      select 'Person', 'Nummer ' || n from generate_series(1, ${recipients}) n returning id)
    insert into person_data (person_id, key_field_id, value_str) select id, 5, '+49151' || lpad(id::text, 8, '0') from p`.execute(
    db,
  );
  const channelId = await idByIdentifier(db, 'channels', 'exercise');
  const make = async (isRunning: boolean, count: number) => {
    const { id: eventId } = await createEvent(db, isRunning ? {} : { isRunning, finishedAt: new Date() });
    const { id: reportId } = await createReport(db, { eventId, type: 'staff_information' });
    const messageId = await message(db, reportId, channelId);
    await send(db, reportId, messageId, channelId, 0, count);
    return { reportId, messageId };
  };
  const made = [];
  for (let n = 0; n < events; n++) made.push(await make(n < running, few));
  await sql`vacuum analyze`.execute(db);
  const before = await times(server, token!, rounds);
  for (const { reportId, messageId } of made) await send(db, reportId, messageId, channelId, few, recipients);
  await sql`vacuum analyze`.execute(db);
  const after = await times(server, token!, rounds);
  return pages.map(({ name }, at) =>
    row({
      name: `${name} after ${events} × ${recipients}`,
      value: after[at]!,
      unit: 'ms',
      reference: before[at]!,
      must: { atMost: 2 },
      aim: { atMost: 1.2 },
    }),
  );
}

const { values: options } = parseArgs({
  options: {
    events: { type: 'string', default: '25' },
    recipients: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '30' },
    json: { type: 'boolean', default: false },
  },
});

const server = await startBenchServer({ env: { ROLES: 'web' } });
try {
  print(await measure(server, Number(options.events), Number(options.recipients), Number(options.rounds)));
} finally {
  await server.stop();
}
