import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openSession } from '#server/accounts/sessions.ts';
import { answerUrl } from '#server/channels/rendering/render.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { deriveSecrets } from '#server/platform/secrets.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createMailingList, createReport, createUser } from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { secretKey } from '../../faults/process.ts';
import { type Sink, startSink } from '../../faults/sink.ts';
import type { LedgerEntry } from '../../faults/smtp-sink.ts';

/** The requests of users during a trial, and the program's confirmations. */
export interface Load {
  sinks: readonly Sink[];
  /** Confirmed launches: message, recipients, and the times of request and confirmation, in milliseconds since 1970. */
  launches: { message: number; recipients: number; asked: number; at: number }[];
  /** Confirmed answers: recipient and option. */
  answers: Map<number, string>;
  /** The report of the answers, and a token that reads its board. */
  board: { reportId: number; token: string };
  /** Requests that failed, by kind of failure. */
  failures: Record<string, number>;
  /** Returns the alarms, in the order of their requests. */
  alarms(): Promise<LaunchedAlarm[]>;
  /** Stops new requests and waits for the confirmation of the open ones. */
  end(): Promise<void>;
  stop(): Promise<void>;
}

/** An alarm, with the milliseconds from its request until it was confirmed, and until its last mail. */
export interface LaunchedAlarm {
  asked: number;
  confirmed: number;
  sent: number;
}

/** Returns the recipient of a mail. */
export const recipientOf = ({ messageId }: LedgerEntry): number => Number(/^d\.(\d+)\./.exec(messageId)?.[1]);

export interface LoadAmount {
  alarms: number;
  /** People who answer, and recipients of the bulk mail. */
  answering: number;
  bulk: number;
  /** Milliseconds between two alarms of a user, and between two answers. */
  alarmEvery: number;
  answerEvery: number;
}

/** Milliseconds until a client repeats a request, on another node and with the same key. */
const patience = 5_000;
const lanes = 2;

/** Creates the drafts, then launches alarms, answers and sends bulk mail until its end, over all nodes in turn. */
export async function startLoad(db: Db, urls: readonly string[], host: string, amount: LoadAmount): Promise<Load> {
  const secrets = deriveSecrets(secretKey);
  await sql`update system_settings set value_str = '0' where value_key = 'undo_seconds'`.execute(db);
  const sinks = await Promise.all([startSink({ host }), startSink({ host, delay: 300 })]);
  const [alarms, bulk] = await Promise.all(
    sinks.map(({ port }, n) => createMailChannel(db, port, { host, maxConnections: n ? 2 : 10 })),
  );
  const { id: user } = await createUser(db, { roles: ['crisis_manager'] });
  const token = await openSession({ db, secrets }, user, { userAgent: 'trial' });
  const few = await createPeople(db, 3);
  const drafts: number[] = [];
  for (let n = 0; n < amount.alarms; n++) drafts.push((await draftTo(db, alarms!, few)).id);
  const asking = await draftTo(db, alarms!, await createPeople(db, amount.answering));
  const bulky = await draftTo(db, bulk!, await createPeople(db, amount.bulk), 'staff_information');

  const load: Load = {
    sinks,
    launches: [],
    answers: new Map(),
    board: { reportId: asking.reportId, token },
    failures: {},
    async alarms() {
      const { rows } = await sql<{ id: number; message: number }>`
        select id, message_id as message from message_recipients where message_id = any(${drafts}::int[])`.execute(db);
      const messages = new Map(rows.map(({ id, message }) => [id, message]));
      const mails = Map.groupBy(await sinks[0]!.ledger(), (entry) => messages.get(recipientOf(entry)));
      const launched = load.launches.filter(({ message }) => mails.has(message) && message !== asking.id);
      const times = launched.map(({ message, asked, at }) => {
        const last = Math.max(...mails.get(message)!.map((mail) => mail.at));
        return { asked, confirmed: at - asked, sent: last - asked };
      });
      return times.sort((a, b) => a.asked - b.asked);
    },
    async end() {
      isEnding = true;
      await sinks[1]!.behave({}); // the rest of the bulk mail without delays
      await running;
    },
    async stop() {
      isEnding = true;
      for (const sink of sinks) await sink.stop();
    },
  };
  let isEnding = false;
  const client = createClient(urls, load.failures);
  const launch = async (message: number, first: number) => {
    const asked = Date.now();
    const recipients = await client.launch(token, message, first);
    load.launches.push({ message, recipients, asked, at: Date.now() });
  };
  await launch(asking.id, 0);
  await launch(bulky.id, 1);
  const links = await sql<{ id: number; nonce: Buffer }>`
    select id, nonce from message_recipients where message_id = ${asking.id} order by id`.execute(db);

  const rest = drafts.values();
  const alarm = async (lane: number) => {
    for (const message of rest) {
      if (isEnding) return;
      await launch(message, lane);
      await sleep(amount.alarmEvery);
    }
  };
  const answer = async () => {
    for (const [n, { id, nonce }] of links.rows.entries()) {
      if (isEnding) return;
      const option = id % 2 ? '1' : '2';
      await client.answer(answerUrl({ secrets, publicUrl: '' }, nonce), option, n);
      load.answers.set(id, option);
      await sleep(amount.answerEvery);
    }
  };
  const running = Promise.all([...Array.from({ length: lanes }, (_, lane) => alarm(lane)), answer()]);
  running.catch(() => undefined); // reported by `end`
  return load;
}

async function createPeople(db: Db, count: number): Promise<number> {
  const list = await createMailingList(db);
  await sql`
    with everybody as (
      insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${count}::int) n
      returning id),
    mail as (
      insert into person_data (person_id, key_field_id, value_str)
      select id, 1, 'person' || id || '@example.org' from everybody)
    insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from everybody`.execute(db);
  return list.id;
}

async function draftTo(db: Db, channelId: number, list: number, type = 'activation') {
  const event = await createEvent(db);
  const report = await createReport(db, { eventId: event.id, type });
  const { id } = await createDraft(db, { reportId: report.id, channelId, lists: [list], requestAnswer: true });
  return { id, reportId: report.id };
}

const launchDocument =
  'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { recipientCount } }';

interface LaunchAnswer {
  data?: { sendMessage: { recipientCount: number } | null } | null;
  errors?: { message: string; extensions?: { code: string } }[];
}

/** A client that repeats each request until it is confirmed, on the nodes in turn. */
function createClient(urls: readonly string[], failures: Record<string, number>) {
  const insist = async <T>(first: number, ask: (url: string) => Promise<T | string>): Promise<T> => {
    for (let turn = first; ; turn++) {
      const result = await ask(urls[turn % urls.length]!).catch((error: Error) => error.name);
      if (typeof result !== 'string') return result;
      failures[result] = (failures[result] ?? 0) + 1;
      await sleep(300);
    }
  };
  return {
    launch: (token: string, message: number, first: number): Promise<number> =>
      insist(first, async (url) => {
        const response = await fetch(`${url}/api/graphql/`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ query: launchDocument, variables: { id: String(message), key: `launch-${message}` } }),
          signal: AbortSignal.timeout(patience),
        });
        const { data, errors } = (await response.json()) as LaunchAnswer;
        return data?.sendMessage?.recipientCount ?? errors?.[0]?.extensions?.code ?? `status ${response.status}`;
      }),
    answer: (path: string, option: string, first: number): Promise<true> =>
      insist(first, async (url) => {
        const page = await fetch(`${url}${path}`, { signal: AbortSignal.timeout(patience) });
        const mark = /name="mark" value="([^"]+)"/.exec(await page.text())?.[1];
        if (!page.ok || !mark) return `page ${page.status}`;
        const body = new URLSearchParams({ mark, option });
        const response = await fetch(`${url}${path}`, { method: 'POST', body, signal: AbortSignal.timeout(patience) });
        await response.text();
        return response.ok ? true : `answer ${response.status}`;
      }),
  };
}
