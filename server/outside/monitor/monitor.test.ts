import assert from 'node:assert/strict';
import http from 'node:http';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { recordAnswer } from '#server/alerting/answers/answers.ts';
import { appendLog } from '#server/alerting/event-log/log.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { publish } from '#server/platform/live/live.ts';
import type { MonitorState } from '#shared/monitor.ts';
import { createEvent, createGroup, createMailingList, createPerson, createReport } from '#testing/factories.ts';
import { createDraft, deliver, settle } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { metric } from '#testing/watching.ts';

let server: TestServer;
let db: Db;
let editor: TestClient;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  editor = await server.as('editor');
  manager = await server.as('crisis_manager');
});
after(() => server.stop());

const make =
  'mutation ($event: ID!) { createMonitorLink(event: $event) { address link { id _id insertedBy { _id } } } }';
const revoke = 'mutation ($id: ID!) { revokeMonitorLink(id: $id) { revokedAt } }';
const list = 'query ($event: ID!) { monitorLinks(event: $event) { _id usedAt insertedBy { _id } } }';

async function linkTo(event: number) {
  const { createMonitorLink } = await editor.run(make, { event: String(event) });
  const [, token] = /#\/event\/\d+\/monitor\/([\w-]{22})$/.exec(createMonitorLink.address) ?? [];
  assert.ok(token);
  return { token, link: createMonitorLink.link };
}

interface Screen {
  status?: number | undefined;
  seen: MonitorState[];
  ended: boolean;
  close(): void;
}

/** Opens a monitor with a token. */
function open(event: number, token: string, language = 'de'): Screen {
  const screen: Screen = { seen: [], ended: false, close: () => request.destroy() };
  const headers = { 'content-type': 'application/json' };
  const request = http.request(`${server.url}/api/monitor`, { method: 'POST', headers, agent: false }, (answer) => {
    screen.status = answer.statusCode;
    let rest = '';
    answer.setEncoding('utf8').on('data', (piece: string) => {
      const blocks = (rest + piece).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        const text = /^data: ?(\{.*\})$/m.exec(block)?.[1];
        if (text) screen.seen.push(JSON.parse(text));
      }
    });
    answer.on('close', () => {
      screen.ended = true;
    });
  });
  request.on('error', () => {
    screen.ended = true;
  });
  request.end(JSON.stringify({ event, token, language }));
  return screen;
}

const shown = (screen: Screen) => until(async () => screen.seen.at(-1));
const ended = (screen: Screen) => until(async () => screen.ended);

/** Sends an alarm to two functions with one person each. */
async function alarm() {
  const event = await createEvent(db, {
    name: 'Brand, Tel.:015112345678',
    place: 'Haus A (030 – 12 34 56)',
    mode: 'EXERCISE',
  });
  const [yes, no] = [
    await createPerson(db, { firstName: 'Jana', lastName: 'Kommt', mobile: '+4915112345678' }),
    await createPerson(db, { firstName: 'Nils', lastName: 'Nein' }),
  ];
  const groups = [
    await createGroup(db, { name: 'S1 Personal', members: [yes.id] }),
    await createGroup(db, { name: 'S2 Lage', members: [no.id] }),
  ];
  const mailing = await createMailingList(db, { groups: groups.map(({ id }) => ({ id, stopLimit: 1 })) });
  const report = await createReport(db, { eventId: event.id });
  const { id } = await createDraft(db, { reportId: report.id, lists: [mailing.id], requestAnswer: true });
  const send = 'mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { _id } }';
  await manager.run(send, { id: String(id), key: `launch ${id} of the monitor` });
  await deliver(db, id);
  const recipients = await db
    .selectFrom('messageRecipients')
    .select(['id', 'personId'])
    .where('messageId', '=', id)
    .execute();
  const record =
    'mutation ($r: ID!, $o: String!, $m: Int) { recordAnswer(recipient: $r, option: $o, minutes: $m) { id } }';
  const answer = (person: number, option: string, minutes: number | null) =>
    manager.run(record, {
      r: String(recipients.find(({ personId }) => personId === person)!.id),
      o: option,
      m: minutes,
    });
  return { event, yes, no, answer };
}

test('a correction replaces its original entry on the monitor', async () => {
  const event = await createEvent(db);
  const screen = open(event.id, (await linkTo(event.id)).token);
  const by = editor.userId;
  const wrong = await appendLog(db, { eventId: event.id, by, kind: 'note', text: 'Zwei Verletzte' });
  await publish(db, { event: [event.id] });
  await until(async () => screen.seen.find(({ log }) => log[0]?.text === 'Zwei Verletzte'));
  await appendLog(db, { eventId: event.id, by, kind: 'note', text: 'Keine Verletzten', corrects: wrong.id });
  await publish(db, { event: [event.id] });
  const after = await until(async () => screen.seen.find(({ log }) => log[0]?.text === 'Korrektur: Keine Verletzten'));
  assert.ok(!JSON.stringify(after.log).includes('Zwei Verletzte'));
  screen.close();
});

test('a monitor shows functions, arrivals and the last lines live, without numbers or addresses', async () => {
  const { event, yes, no, answer } = await alarm();
  const { token } = await linkTo(event.id);
  const screen = open(event.id, token);
  const first = await shown(screen);
  assert.deepEqual(first.event, {
    name: 'Brand, Tel.:…',
    type: null,
    place: 'Haus A …)',
    mode: 'EXERCISE',
    since: event.eventDate.toISOString(),
    finishedAt: null,
    allClearAt: null,
    stayedInside: null,
  });
  assert.deepEqual(first.coming, []);
  await answer(yes.id, '1', 20);
  await answer(no.id, '2', null);
  await settle(server.app);
  const note = 'Rückfrage bei Kommt, 0151 1234 5678 oder jana.kommt@example.org, um 21.11.2026 03:40';
  await appendLog(db, { eventId: event.id, by: editor.userId, kind: 'note', text: note });
  await publish(db, { event: [event.id] });
  const full = await until(async () => screen.seen.find(({ log }) => log[0]?.text.startsWith('Rückfrage')));
  assert.deepEqual(
    full.functions.map(({ name, reached, needed, state }) => [name, reached, needed, state]),
    [
      ['S2 Lage', 0, 1, 'exhausted'],
      ['S1 Personal', 1, 1, 'filled'],
    ],
  );
  const [coming] = full.coming;
  assert.deepEqual(
    [coming?.name, coming?.function, full.moreComing, full.arrived],
    ['Jana Kommt', 'S1 Personal', 0, 0],
  );
  assert.ok(Date.parse(coming!.expectedAt!) > Date.parse(full.at));
  assert.equal(full.log[0]?.text, 'Rückfrage bei Kommt, … oder …, um 21.11.2026 03:40');
  assert.equal(full.log.length, 3);
  const told = JSON.stringify(screen.seen);
  assert.ok(!told.includes('12345678') && !told.includes('example.org'));
  const english = open(event.id, token, 'en');
  assert.match((await shown(english)).log.map(({ text }) => text).join(), /\d of \d coming/);
  screen.close();
  english.close();
  await Promise.all([ended(screen), ended(english)]);
});

test('keeps an arrival when the person answers another alarm in words without a choice', async () => {
  const { event, yes, answer } = await alarm();
  await answer(yes.id, '1', 20);
  const report = await createReport(db, { eventId: event.id });
  const { id } = await createDraft(db, { reportId: report.id, people: [yes.id], requestAnswer: true });
  await manager.run(`mutation { sendMessage(id: ${id}, launchKey: "words-${id}") { _id } }`);
  await deliver(db, id);
  const { id: recipientId } = await db
    .selectFrom('messageRecipients')
    .select('id')
    .where('messageId', '=', id)
    .executeTakeFirstOrThrow();
  await recordAnswer(server.app, { recipientId, option: null, text: 'Soll ich etwas mitbringen?', source: 'link' });
  const screen = open(event.id, (await linkTo(event.id)).token);
  const { coming, moreComing } = await shown(screen);
  assert.deepEqual([coming.map(({ name }) => name), moreComing], [['Jana Kommt'], 0]);
  screen.close();
});

test('computes several monitors of an event as one view', async () => {
  const event = await createEvent(db);
  const [one, other] = [await linkTo(event.id), await linkTo(event.id)];
  await until(async () => (await metric(server, 'live_views')) === 0);
  const screens = [one, one, other, other].map(({ token }) => open(event.id, token));
  await Promise.all(screens.map(shown));
  assert.equal(await metric(server, 'live_views'), 1);
  const computed = await metric(server, 'live_computations');
  await appendLog(db, { eventId: event.id, by: null, kind: 'note', text: 'Lage unverändert' });
  await publish(db, { event: [event.id] });
  await until(async () => screens.every(({ seen }) => seen.at(-1)?.log[0]?.text === 'Lage unverändert'));
  assert.equal(await metric(server, 'live_computations'), computed + 1);
  for (const screen of screens) screen.close();
  await Promise.all(screens.map(ended));
});

test('revoking a link ends its monitors at once and blocks new ones; another link works on', async () => {
  const event = await createEvent(db);
  const [one, other] = [await linkTo(event.id), await linkTo(event.id)];
  const screen = open(event.id, one.token);
  const stays = open(event.id, other.token);
  await Promise.all([shown(screen), shown(stays)]);
  const { monitorLinks } = await manager.run(list, { event: String(event.id) });
  assert.deepEqual(
    monitorLinks.map((link: { _id: number; usedAt: string | null; insertedBy: { _id: number } }) => [
      link._id,
      link.usedAt !== null,
      link.insertedBy._id,
    ]),
    [other, one].map(({ link }) => [link._id, true, editor.userId]),
  );
  await manager.run(revoke, { id: one.link.id });
  await manager.run(revoke, { id: one.link.id });
  await ended(screen);
  const refused = open(event.id, one.token);
  await ended(refused);
  assert.deepEqual([refused.status, refused.seen], [404, []]);
  assert.equal(stays.ended, false);
  stays.close();
  await ended(stays);
  const kinds = await db
    .selectFrom('logEntries')
    .select('kind')
    .where('eventId', '=', event.id)
    .orderBy('id')
    .execute();
  assert.deepEqual(
    kinds.map(({ kind }) => kind),
    ['monitor_link_created', 'monitor_link_created', 'monitor_link_revoked'],
  );
});

test('a link belongs to its running event and stays valid some hours after its end', async () => {
  const event = await createEvent(db);
  const { token, link } = await linkTo(event.id);
  const elsewhere = open((await createEvent(db)).id, token);
  await ended(elsewhere);
  assert.equal(elsewhere.status, 404);
  await editor.run('mutation ($id: ID!) { finishEvent(id: $id) { id } }', { id: String(event.id) });
  const after = open(event.id, token);
  assert.ok((await shown(after)).event.finishedAt);
  after.close();
  await ended(after);
  const { errors } = await editor.send(make, { event: String(event.id) });
  assert.equal(errors?.[0]?.message, 'error_event_not_running');
  await sql`update events set finished_at = finished_at - interval '5 hours' where id = ${event.id}`.execute(db);
  const over = open(event.id, token);
  await ended(over);
  assert.equal(over.status, 404);
  assert.deepEqual((await editor.run(list, { event: String(event.id) })).monitorLinks, []);
  assert.ok((await editor.run(revoke, { id: link.id })).revokeMonitorLink.revokedAt);
});

test('stores the token only as a hash and slows down guessing', async () => {
  const event = await createEvent(db);
  const { token } = await linkTo(event.id);
  const { rows } = await sql<{ row: string }>`select to_jsonb(l)::text as row from monitor_links l`.execute(db);
  assert.ok(rows.length > 0 && rows.every(({ row }) => !row.includes(token)));
  const statuses: (number | undefined)[] = [];
  // the rate limit's minute may change
  while (!statuses.includes(429) && statuses.length < 60) {
    const screen = open(event.id, `${token.slice(0, 20)}${String(statuses.length).padStart(2, '0')}`);
    await ended(screen);
    statuses.push(screen.status);
  }
  assert.equal(statuses[0], 404);
  assert.ok(statuses.includes(429));
  const known = open(event.id, token);
  await shown(known);
  known.close();
  await ended(known);
});

test('a link has as many monitors as a session has pages', async () => {
  const event = await createEvent(db);
  const { token } = await linkTo(event.id);
  const screens = Array.from({ length: 20 }, () => open(event.id, token));
  await Promise.all(screens.map(shown));
  const more = open(event.id, token);
  await ended(more);
  assert.equal(more.status, 429);
  for (const screen of screens) screen.close();
  await Promise.all(screens.map(ended));
});

test('a monitor request without a link neither takes nor waits for slots of signed-in users', async () => {
  const { gate } = server.app.pools.pages;
  const entering: Promise<() => void>[] = [];
  while (gate.waiting === 0) entering.push(gate.enter());
  try {
    const screen = open(1, 'A'.repeat(22));
    const status = await until(async () => screen.status);
    assert.ok(status === 404 || status === 429, `${status}`);
  } finally {
    const free = entering.map((entered) => entered.then((leave) => leave()));
    await Promise.allSettled(free);
  }
});
