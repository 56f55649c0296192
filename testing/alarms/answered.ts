import { sql } from 'kysely';
import { checkLogs } from '#server/alerting/event-log/log.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft, settle } from '#testing/messages.ts';
import type { TestClient, TestServer } from '#testing/server.ts';

/** A launched alarm that requests answers. */
export interface Alarm {
  eventId: number;
  reportId: number;
  /** Recipient rows by the place of their person. */
  asked: number[][];
  people: number[];
}

let numbered = 0; // numbers are unique, because people with the same number receive one text together

/** Launches an alarm over two channels to this number of people, with limits for some of them. */
export async function createAlarm(
  { app }: TestServer,
  manager: TestClient,
  size: number,
  limits: { members: number[]; needed: number }[] = [],
): Promise<Alarm> {
  const { db } = app;
  const people: number[] = [];
  while (people.length < size) {
    people.push((await createPerson(db, { mobile: `+49151${8_000_000 + ++numbered}` })).id);
  }
  const groups = [];
  for (const { members, needed } of limits) {
    const { id } = await createGroup(db, { members: members.map((at) => people[at]!) });
    groups.push({ id, stopLimit: needed });
  }
  const lists = groups.length ? [(await createMailingList(db, { groups })).id] : [];
  const { id: eventId } = await createEvent(db);
  const { id: reportId } = await createReport(db, { eventId });
  for (const type of ['email', 'sms']) {
    const channel = await createChannel(db, type);
    await createDraft(db, {
      reportId,
      channelId: channel.id,
      lists,
      people: lists.length ? [] : people,
      requestAnswer: true,
    });
  }
  await manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(reportId),
    key: `groups-${reportId}`,
  });
  await settle(app);
  const { rows } = await sql<{ id: number; personId: number }>`
    select id, person_id from message_recipients where report_id = ${reportId} order by id`.execute(db);
  const asked = people.map((person) => rows.filter(({ personId }) => personId === person).map(({ id }) => id));
  return { eventId, reportId, asked, people };
}

/** Returns all effects of answers, with the same words for equal alarms. */
export async function leftBehind({ app }: TestServer, { eventId, reportId, asked, people }: Alarm) {
  const { db } = app;
  const person = (id: number | null) => (id === null ? null : people.indexOf(id));
  const row = (id: number | null) => asked.findIndex((ids) => ids.includes(id!)) * 10 + asked.flat().indexOf(id!);
  const answers = await sql<{ recipientId: number; personId: number; text: string }>`
    select a.recipient_id, a.person_id, concat_ws('|', o.code, a.minutes, a.text, a.source, a.late,
      encode(a.request_hash, 'hex'), round(extract(epoch from a.overdue_at - a.at) / 60)) as text
    from answers a left join answer_options o on o.id = a.option_id where a.report_id = ${reportId} order by a.id`.execute(
    db,
  );
  const lines = await sql<{ kind: string; data: Record<string, number | string | null> }>`
    select kind, data from log_entries where event_id = ${eventId} order by id`.execute(db);
  const recipients = await sql<{ id: number; text: string }>`
    select id, concat_ws('|', status, status_reason, try_at is null) as text from message_recipients
    where report_id = ${reportId} order by id`.execute(db);
  const cascades = await sql<{ text: string; asked: number[] | null; woken: boolean }>`
    select concat_ws('|', c.status, c.due_at is null, c.finished_at is null) as text,
      exists (select 1 from cascade_wakes w where w.cascade_id = c.id) as woken,
      (select array_agg(m.person_id order by m.position) from cascade_members m
        where m.cascade_id = c.id and m.asked_at is not null) as asked
    from cascades c where c.report_id = ${reportId} order by c.id`.execute(db);
  const standDowns = await sql<{ due: boolean }>`
    select due_at is not null as due from stand_downs where report_id = ${reportId}`.execute(db);
  return {
    answers: answers.rows.map((one) => [row(one.recipientId), person(one.personId), one.text]),
    lines: lines.rows
      .filter(({ kind }) => kind === 'answer' || kind.startsWith('arrival') || kind.startsWith('limit'))
      .map(({ kind, data }) => [
        kind,
        person((data['person'] as number | undefined) ?? null),
        data['reached'] ?? null,
        data['option'] ?? null,
        data['minutes'] ?? null,
        data['apiKey'] ?? null,
      ]),
    recipients: recipients.rows.map(({ id, text }) => [row(id), text]),
    cascades: cascades.rows.map(({ text, asked: some, woken }) => [text, (some ?? []).map(person), woken]),
    standDowns: standDowns.rows,
    intact: (await checkLogs(app, [eventId])).get(eventId)?.isIntact,
  };
}
