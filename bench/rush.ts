// The first minutes of an alarm: everyone opens the link and answers while colleagues watch the report live.
//   node bench/rush.ts [--people 3000] [--at-once 64] [--watchers 1,20,200,500]
// The server is a process of its own; load, server and PostgreSQL share the machine, so read the ratio to the reference
// (/healthz, asked by the same generator just before) rather than the figures.
import { fork } from 'node:child_process';
import http from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { openSession } from '#server/auth/sessions.ts';
import type { App } from '#server/context.ts';
import { connect } from '#server/database/connect.ts';
import { answerUrl } from '#server/rendering/render.ts';
import { deriveSecrets } from '#server/secrets.ts';
import { installed } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { createMailingList, createReport, createUser, idByIdentifier } from '#server/testing/factories.ts';
import { createDraft } from '#server/testing/messages.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '3000' },
    'at-once': { type: 'string', default: '64' },
    watchers: { type: 'string', default: '1,20,200,500' },
  },
});
const people = Number(values.people);
const atOnce = Number(values['at-once']);
const secret = 'a secret key that only the bench knows';
const board = `subscription ($id: ID!) { reportChanged(id: $id) { id title
  answers { positive negative neutral none late limits { group { id name } needed reached contacted remaining } }
  messages { edges { node { id status percentageStatus recipientCount
    messageResult { pending sent delivered read failed total } } } } } }`;

const database = await createTestDatabase(installed);
const { db, close } = connect(database.url);
const server = fork(path.resolve(import.meta.dirname, '../server/main.ts'), [], {
  env: {
    ...process.env,
    DATABASE_URL: database.url,
    PORT: '0',
    SECRET_KEY: secret,
    OWNER_PASSWORD: 'owner password of the bench',
    LOG_LEVEL: 'warn',
  },
  stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
});
const url = await new Promise<string>((resolve) => {
  server.stdout!.on('data', (text) => {
    const found = /http:\/\/\S+/.exec(String(text));
    if (found) resolve(found[0]);
  });
});
const agent = new http.Agent({ keepAlive: true, maxSockets: atOnce });
const app = { db, secrets: deriveSecrets(secret), publicUrl: url } as App;
const { id: userId } = await createUser(db, { roles: ['crisis_manager'] });
const token = await openSession(app, userId, 'bench');
const list = await createMailingList(db);
await sql`
  with p as (insert into people (first_name, last_name) select 'Person', 'Nummer ' || n from generate_series(1, ${people}) n
    returning id),
  d as (insert into person_data (person_id, key_field_id, value_str)
    select id, 5, '+49151' || lpad(id::text, 8, '0') from p)
  insert into mailing_list_people (mailing_list_id, person_id) select ${list.id}, id from p`.execute(db);

/** One request, and what it answered; a status of 0 stands for a connection that broke. */
function ask(target: string, body?: string): Promise<{ status: number; text: string }> {
  const headers = body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  return new Promise((resolve) => {
    const request = http.request(target, { agent, method: body === undefined ? 'GET' : 'POST', headers }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => (text += piece));
      answer.on('close', () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    request.on('error', () => resolve({ status: 0, text: '' }));
    request.end(body);
  });
}

/** Does the same for each of a list, so many at once; answers seconds. */
async function each<T>(all: readonly T[], work: (one: T) => Promise<unknown>): Promise<number> {
  const rest = all.values();
  const begun = performance.now();
  const lane = async () => {
    for (const one of rest) await work(one);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (performance.now() - begun) / 1000;
}

interface Seen {
  events: number;
  at: number;
  positive: number;
  ended: boolean;
}

/** Watches the report as its page does; `seen` is what came last. */
function watch(id: number): { seen: Seen; stop: () => void } {
  const seen: Seen = { events: 0, at: 0, positive: -1, ended: false };
  const headers = {
    'content-type': 'application/json',
    accept: 'text/event-stream',
    authorization: `Bearer ${token}`,
  };
  const request = http.request(`${url}/api/graphql/stream`, { method: 'POST', headers, agent: false }, (answer) => {
    answer.setEncoding('utf8').on('data', (piece: string) => {
      const found = [...piece.matchAll(/"positive":(\d+)/g)].at(-1);
      if (found) Object.assign(seen, { events: seen.events + 1, at: performance.now(), positive: Number(found[1]) });
    });
    answer.on('close', () => (seen.ended = true));
  });
  request.on('error', () => (seen.ended = true));
  request.end(JSON.stringify({ query: board, variables: { id: String(id) } }));
  return { seen, stop: () => request.destroy() };
}

const percentile = (times: number[], part: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0;

/** A report that everyone got: its number and the links. */
async function alarm(): Promise<{ id: number; links: string[] }> {
  const channelId = await idByIdentifier(db, 'channels', 'exercise');
  const report = await createReport(db, { type: 'staff_information' });
  const draft = { reportId: report.id, channelId, lists: [list.id], requestAnswer: true };
  const { id } = await createDraft(db, draft);
  const query = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  const answer = await fetch(`${url}/api/graphql/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables: { id: String(id), key: `rush-${id}` } }),
  });
  const { errors } = (await answer.json()) as { errors?: unknown };
  if (errors) throw new Error(JSON.stringify(errors));
  for (;;) {
    const { rows } = await sql<{ open: number }>`select count(*) as open from message_recipients
      where message_id = ${id} and status in ('pending', 'queued', 'sending', 'retrying')`.execute(db);
    if (rows[0]!.open === 0) break;
    await sleep(250);
  }
  const rows = await db.selectFrom('messageRecipients').select('nonce').where('messageId', '=', id).execute();
  return { id: report.id, links: rows.map(({ nonce }) => answerUrl(app, nonce)) };
}

async function rush(watchers: number): Promise<void> {
  const { id, links } = await alarm();
  const asked = Math.max(2000, people);
  const reference = asked / (await each(Array(asked).fill(`${url}/healthz`), ask));
  const watching = Array.from({ length: watchers }, () => watch(id));
  for (let n = 0; n < 600 && watching.some(({ seen }) => seen.events === 0 && !seen.ended); n++) await sleep(100);
  const early = watching.reduce((sum, { seen }) => sum + seen.events, 0);
  const [opens, answers]: [number[], number[]] = [[], []];
  let refused = 0;
  let last = 0;
  const seconds = await each(links, async (link) => {
    const begun = performance.now();
    const page = await ask(link);
    opens.push(performance.now() - begun);
    const mark = /name="mark" value="([^"]+)"/.exec(page.text)?.[1];
    const middle = performance.now();
    const taken = mark ? await ask(link, new URLSearchParams({ mark, option: '1' }).toString()) : page;
    answers.push(performance.now() - middle);
    if (!mark || taken.status !== 200) refused++;
    else last = performance.now();
  });
  const right = people - refused;
  for (let n = 0; n < 300 && watching.some(({ seen }) => seen.positive !== right && !seen.ended); n++) await sleep(100);
  const done = watching.filter(({ seen }) => seen.positive === right);
  const lag = Math.max(0, ...done.map(({ seen }) => seen.at - last));
  const events = watching.reduce((sum, { seen }) => sum + seen.events, 0) - early;
  const rate = people / seconds;
  console.log(
    [
      String(watchers).padStart(8),
      rate.toFixed(1).padStart(8),
      reference.toFixed(0).padStart(9),
      (rate / reference).toFixed(4).padStart(8),
      `${percentile(opens, 0.95).toFixed(0)} / ${percentile(answers, 0.95).toFixed(0)} ms`.padStart(17),
      String(refused).padStart(7),
      `${done.length} of ${watchers}`.padStart(13),
      `${lag.toFixed(0)} ms`.padStart(9),
      (events / Math.max(1, watchers) / seconds).toFixed(2).padStart(8),
    ].join('  '),
  );
  for (const { stop } of watching) stop();
  await sleep(500);
}

console.log(`${people} people open their link and answer, ${atOnce} at a time`);
console.log('watchers     per s  /healthz     ratio  p95 open / answer  refused   board right  last event  events/s');
for (const watchers of values.watchers.split(',').map(Number)) await rush(watchers);
server.kill();
await new Promise((resolve) => server.once('exit', resolve));
await close();
await database.drop();
