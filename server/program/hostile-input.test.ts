import assert from 'node:assert/strict';
import test, { after, before, type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createMailChannel } from '#testing/deliveries.ts';
import { createEvent, createEventType, createGroup, createPerson, createReport } from '#testing/factories.ts';
import { type ImapServer, startImapServer } from '#testing/fakes/imap-server.ts';
import { hostileCalendars, hostileFiles } from '#testing/hostile/files.ts';
import { type LoopMeter, startLoopMeter } from '#testing/hostile/loop-meter.ts';
import { hostileMails } from '#testing/hostile/mails.ts';
import { type HostileRequest, hostileRequests } from '#testing/hostile/requests.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { createProviderChannel } from '#testing/sms-provider.ts';
import { until } from '#testing/until.ts';
import { uploadCsv } from '#testing/uploads.ts';
import { type Sink, startSink } from '../../faults/sink.ts';

// Hostile input while an alarm leaves every second. Web and worker share a process, so that blocks delay alarms.
let server: TestServer;
let sink: Sink;
let imap: ImapServer;
let manager: TestClient;
let administrator: TestClient;
let channelId: number;
let meter: LoopMeter;
const doors: Record<string, string> = {};

/** Milliseconds that an input may block; former attacks took 10 to 90 s. */
const longestBlock = 3_000;

before(async () => {
  server = await startTestServer({ LOG_LEVEL: 'silent' });
  sink = await startSink();
  imap = await startImapServer();
  [manager, administrator] = [
    await server.as('crisis_manager', 'editor', 'administrator'),
    await server.as('administrator'),
  ];
  channelId = await createMailChannel(server.app.db, sink.port, {
    ...{
      imapHost: '127.0.0.1',
      imapPort: imap.port,
      imapSecure: 'none',
      imapUser: imap.user,
      imapPassword: imap.password,
    },
    answerAddress: 'antwort@example.org',
  });
  await server.app.db.updateTable('channelTypes').set({ isActive: true }).where('identifier', '=', 'voice').execute();
  const told = { receiptId: 'results.*.id', receiptState: 'results.*.state', states: 'OK=delivered' };
  const gateway = {
    url: 'http://127.0.0.1:9',
    bodyKind: 'json',
    body: '{"to":"{to}","text":"{text}"}',
    ownNetwork: true,
  };
  const sms = { provider: 'sms-http', ...gateway, ...told, replyFrom: 'msisdn', replyText: 'message' };
  doors['gateway'] = (await createProviderChannel(server, sms, [])).callbackUrl!;
  const account = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'geheim-geheim', from: '+4930123' };
  doors['voice'] = (await createProviderChannel(server, { provider: 'voice-twilio', ...account }, [])).callbackUrl!;
  meter = startLoopMeter();
});
after(async () => {
  meter.stop();
  await server.stop();
  await Promise.all([sink.stop(), imap.stop()]);
});

let alarms = 0;

/** Sends an alarm to five people; resolves with its milliseconds. */
async function alarmFive(): Promise<number> {
  const { db } = server.app;
  const mark = `alarm${++alarms}`;
  const people = await Promise.all([1, 2, 3, 4, 5].map((n) => createPerson(db, { email: `${mark}.${n}@example.net` })));
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id });
  await createDraft(db, { reportId, channelId, people: people.map(({ id }) => id) });
  const started = performance.now();
  await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "${mark}") { _id } }`);
  await until(async () => (await sink.ledger()).filter(({ to }) => to.startsWith(`${mark}.`)).length === 5);
  return performance.now() - started;
}

type Inputs = Readonly<Record<string, () => Promise<unknown>>>;

/** Sends each input while alarms leave. */
async function attack(t: TestContext, inputs: Inputs): Promise<void> {
  let isOver = false;
  const times: number[] = [];
  const alarming = (async () => {
    while (!isOver) {
      times.push(await alarmFive());
      await sleep(Math.max(0, 1_000 - times.at(-1)!));
    }
  })();
  alarming.catch(() => {
    isOver = true;
  });
  await until(() => times.length > 2 || isOver);
  const alone = Math.max(...times.slice(1)); // the first starts what starts late
  times.length = 0;
  meter.take();
  const blocks: [name: string, computed: number, elapsed: number][] = [];
  do {
    for (const [name, letIn] of Object.entries(inputs)) {
      await letIn();
      const { computed, elapsed } = meter.take();
      blocks.push([name, computed, elapsed]);
    }
  } while (times.length < 2 && !isOver);
  const during = times.length;
  isOver = true;
  await alarming;
  const [slowest, computed] = blocks.toSorted((a, b) => b[1] - a[1])[0]!;
  t.diagnostic(
    `${Object.keys(inputs).length} inputs; longest block ${Math.round(computed)} ms of processor time (${slowest}), ` +
      `${Math.round(Math.max(...blocks.map(([, , elapsed]) => elapsed)))} ms by the clock; ` +
      `${during} alarms meanwhile, the slowest handed over after ${Math.round(Math.max(...times))} ms (without: ${Math.round(alone)} ms)`,
  );
  assert.deepEqual(
    blocks.filter(([, block]) => block > longestBlock),
    [],
  );
}

test('mails', async (t) => {
  const inbox = imap.mailboxes.get('INBOX')!;
  const readAll = async () => {
    const stored = Object.values(hostileMails).map((raw) => imap.deliver(raw));
    let looks = 0;
    await until(async () => {
      // repeats a stalled mail now
      if (++looks % 40 === 0) {
        await sql`update mail_tries set tried_at = tried_at - interval '1 minute' where set_aside_at is null`.execute(
          server.app.db,
        );
        imap.deliver('From: anna@example.org\nTo: antwort@example.org\n\nja');
      }
      return stored.every(({ flags }) => flags.has('\\Seen')); // read, or set aside
    }, 180_000);
    const aside = Object.keys(hostileMails).filter((_name, at) => stored[at]!.flags.has('\\Flagged'));
    t.diagnostic(`set aside: ${aside.join(', ') || 'none'}`);
    inbox.mails = [];
  };
  await attack(t, { [`${Object.keys(hostileMails).length} mails`]: readAll });
});

test('files of people', async (t) => {
  const upload = (bytes: Uint8Array) => async () => {
    const { errors = [] } = await uploadCsv(server, administrator, bytes, { dryRun: true });
    for (const { message } of errors) assert.notEqual(message, 'error_internal');
  };
  await attack(t, Object.fromEntries(Object.entries(hostileFiles()).map(([name, bytes]) => [name, upload(bytes)])));
});

test('calendars', async (t) => {
  const { id } = await createGroup(server.app.db);
  const mutation = `mutation ($id: ID!, $calendar: String!) {
    importRoster(group: $id, calendar: $calendar, dryRun: true) { addedCount } }`;
  const read = (calendar: string) => async () => {
    const { errors = [] } = await administrator.send(mutation, { id: String(id), calendar });
    for (const { message } of errors) assert.notEqual(message, 'error_internal');
  };
  await attack(t, Object.fromEntries(Object.entries(hostileCalendars).map(([name, text]) => [name, read(text)])));
});

test('requests', async (t) => {
  const ask =
    ({ to, type, body, headers }: HostileRequest) =>
    async () => {
      const [door = '', ...rest] = to.split('/');
      const url = door ? `${doors[door]}/${rest.join('/')}` : server.url + to;
      const given = { ...headers, ...(type ? { 'content-type': type } : {}) };
      const response = await fetch(url, {
        method: body === undefined ? 'GET' : 'POST',
        headers: given,
        ...(body ? { body } : {}),
      });
      await response.arrayBuffer();
      assert.ok(response.status !== 500, `${to} ${response.status}`);
    };
  await attack(t, Object.fromEntries(Object.entries(hostileRequests).map(([name, one]) => [name, ask(one)])));
});

test('texts of authors', async (t) => {
  const eventType = String((await createEventType(server.app.db)).id);
  const start = 'mutation ($input: CreateActivationInput!) { createCommunication(input: $input) { _id } }';
  const preview = `query ($report: ID!, $texts: [TypedTextInput!]) { previewReport(report: $report, texts: $texts) {
    subject html parts { text } } }`;
  const { db } = server.app;
  const { id: reportId } = await createReport(db, { eventId: (await createEvent(db)).id, type: 'staff_information' });
  const drafts: { id: number }[] = [];
  for (const type of ['socialMedia', 'sms', 'email', 'chat']) {
    const channel = await createChannel(db, type).catch(() => null);
    if (channel) drafts.push(await createDraft(db, { title: 'Brand', reportId, channelId: channel.id }));
  }
  const text = (content: string) => async () => {
    const made = await manager.send(start, { input: { eventType, mode: 'EXERCISE', content } });
    const id = made.data?.createCommunication?._id;
    if (id) await manager.send(`mutation { sendReport(id: ${id}, launchKey: "author-${id}") { _id } }`);
    const texts = drafts.map(({ id: message }) => ({ message: String(message), content }));
    const { errors = [] } = await manager.send(preview, { report: String(reportId), texts });
    for (const { message } of errors) assert.notEqual(message, 'error_internal');
  };
  const pieces = [
    '{',
    '{{',
    '{{ a }}',
    '<p>',
    '<',
    '&',
    '👩‍🚒',
    'a\u0301',
    '*',
    '[',
    'https://a.b/(',
    '@a ',
    '# ',
    '\u200d',
    '-',
  ];
  const texts = pieces.map((piece) => piece.repeat(Math.floor(49_000 / piece.length)));
  await attack(t, Object.fromEntries(texts.map((one, at) => [`author: ${JSON.stringify(pieces[at])}`, text(one)])));
});
