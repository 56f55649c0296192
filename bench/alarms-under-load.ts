import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/connect.ts';
import { createEvent, createMailingList, createReport } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import type { MeasuredServer } from './bench-server.ts';
import { type BenchFigure, type BenchRow, percentile, row } from './row.ts';

const people = 20;

/** Creates twenty people with an address (1: e-mail, 5: mobile) on a list, and removes the undo window. */
export async function createFew(db: Db, field: 1 | 5): Promise<number> {
  const { id } = await createMailingList(db);
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
  await sql`
    with p as (insert into people (first_name, last_name) select 'Stab', 'Nummer ' || n from generate_series(1, ${people}::int) n
      returning id),
    d as (insert into person_data (person_id, key_field_id, value_str)
      select id, ${field}::int, case when ${field}::int = 1 then 'stab' || id || '@example.org'
        else '+49152' || lpad(id::text, 8, '0') end from p)
    insert into mailing_list_people (mailing_list_id, person_id) select ${id}, id from p`.execute(db);
  return id;
}

/** The results of alarms, in milliseconds each. */
export interface Alarms {
  /** From the request to the last hand-over. */
  asked: number[];
  /** The same from the commit of the launch. */
  launched: number[];
  refused: number;
}

interface Given {
  token: string;
  channelId: number;
  list: number;
  /** Milliseconds between two launches. */
  every: number;
}

/** Launches alarms to a list, one after another, until stopped. */
export function launchAlarms(
  server: MeasuredServer,
  { token, channelId, list, every }: Given,
): { stop(): Promise<Alarms> } {
  const { db } = server;
  const asked = new Map<number, number>();
  let refused = 0;
  let isOver = false;
  const launch = async () => {
    const report = await createReport(db, { eventId: (await createEvent(db)).id });
    const { id } = await createDraft(db, { reportId: report.id, channelId, lists: [list], requestAnswer: true });
    const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
    asked.set(id, Date.now());
    await server.run(token, send, { id: String(id), key: `alarm-${id}` }).catch((error: unknown) => {
      console.error(error);
      refused++;
    });
  };
  const launching = (async () => {
    const all: Promise<void>[] = [];
    for (let due = Date.now(); !isOver; due += every) {
      all.push(launch());
      await sleep(Math.max(0, due + every - Date.now()));
    }
    await Promise.all(all);
  })();
  return {
    async stop() {
      isOver = true;
      await launching;
      return { ...(await timesOf(db, asked)), refused };
    },
  };
}

async function timesOf(db: Db, asked: ReadonlyMap<number, number>): Promise<Pick<Alarms, 'asked' | 'launched'>> {
  for (let n = 0; n < 600; n++) {
    const { rows } = await sql<{ id: number; n: number; launched: number; last: number }>`
      select m.id, count(*) as n, extract(epoch from m.launched_at)::float8 * 1000 as launched,
        extract(epoch from max(r.sent_at))::float8 * 1000 as last
      from messages m join message_recipients r on r.message_id = m.id
      where m.id = any(${[...asked.keys()]}) and r.sent_at is not null group by m.id`.execute(db);
    const { rows: launches } = await sql<{ n: number }>`
      select count(*) as n from messages where id = any(${[...asked.keys()]}) and launched_at is not null`.execute(db);
    const done = rows.filter((one) => one.n === people);
    if (done.length === launches[0]!.n) {
      return {
        asked: done.map(({ id, last }) => last - asked.get(id)!),
        launched: done.map(({ last, launched }) => last - launched),
      };
    }
    await sleep(100);
  }
  throw new Error('an alarm was not handed over within a minute');
}

/** Returns the rows of alarms during other work. */
export function alarmRows(load: string, alarms: Alarms, bounds: Pick<BenchFigure, 'must' | 'aim'>): BenchRow[] {
  const name = `alarm to ${people} ${load}`;
  return [
    row({ name: `${name}: last handed over (p95)`, value: percentile(alarms.asked, 0.95), unit: 'ms', ...bounds }),
    row({
      name: `${name}: from the stored launch to the last (p95)`,
      value: percentile(alarms.launched, 0.95),
      unit: 'ms',
    }),
    row({ name: `${name}: launches`, value: alarms.asked.length, unit: 'alarms' }),
    row({ name: `${name}: refused`, value: alarms.refused, unit: 'alarms', must: { atMost: 0 } }),
  ];
}
