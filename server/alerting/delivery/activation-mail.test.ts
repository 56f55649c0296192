import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import PostalMime from 'postal-mime';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

// with a real mail server, configured only by SMTP_URL
let sink: Sink;
let server: TestServer;
before(async () => {
  sink = await startSink({ keep: true });
  server = await startTestServer({
    DEMO_DATA: '1',
    SMTP_URL: `smtp://127.0.0.1:${sink.port}`,
    MAIL_FROM: 'Krisenstab Klinikum <alarm@klinikum-musterstadt.example>',
    PUBLIC_URL: 'https://alarm.klinikum-musterstadt.example',
  });
});
after(async () => {
  await server.stop();
  await sink.stop();
});

const start = `mutation ($input: CreateActivationInput!) { createActivation(input: $input) {
  id messages { edges { node { _id channel { channelType { identifier } } } } } } }`;
const recipients = `query ($id: ID!) { message(id: $id) { status messageResult { pending }
  messageRecipients(first: 1000) { edges { node { _id targetAddress status via attempts } } } } }`;

interface Recipient {
  targetAddress: string;
  status: string;
}

test('an activation reaches every recipient exactly once by e-mail, as text and HTML, in UTF-8', async () => {
  const manager = await server.as('crisis_manager', 'contact_manager');
  const { id: eventType } = await server.app.db
    .selectFrom('eventTypes')
    .select('id')
    .where('name', '=', 'Massenanfall von Verletzten')
    .executeTakeFirstOrThrow();
  const input = { eventType: String(eventType), title: 'Übung? Nein: Großalarm – „Café“ 20 € ✓', mode: 'LIVE' };
  const report = (await manager.run(start, { input })).createActivation;
  const [message] = report.messages.edges.map((edge: { node: unknown }) => edge.node);
  assert.equal(message.channel.channelType.identifier, 'email');
  await manager.run(`mutation ($id: ID!) { sendReport(id: $id, launchKey: "the only one") { id } }`, { id: report.id });

  const rows = await untilAsked(manager, message._id);
  const sent = rows.filter(({ status }) => status === 'sent').map(({ targetAddress }) => targetAddress);
  const ledger = await sink.ledger();
  assert.ok(sent.length > 20);
  assert.deepEqual(ledger.map(({ to }) => to).toSorted(byText), sent.toSorted(byText));
  assert.equal(new Set(ledger.map(({ messageId }) => messageId)).size, sent.length);
  for (const { to, raw } of ledger) {
    const mail = await PostalMime.parse(Buffer.from(raw!, 'latin1'));
    const header = (name: string) => mail.headers.filter(({ key }) => key === name).map(({ value }) => value);
    assert.equal(mail.subject, input.title);
    assert.deepEqual(mail.from, { name: 'Krisenstab Klinikum', address: 'alarm@klinikum-musterstadt.example' });
    assert.deepEqual(
      mail.to?.map(({ address }) => address),
      [to],
    );
    for (const name of ['subject', 'from', 'to', 'date', 'message-id', 'mime-version', 'auto-submitted']) {
      assert.equal(header(name).length, 1, name);
    }
    assert.deepEqual([header('cc'), header('bcc')], [[], []]);
    const link = /https:\/\/alarm\.klinikum-musterstadt\.example\/a\/[\w-]{22}/;
    assert.match(mail.text!, /Bitte sofort zur ZNA kommen\./);
    assert.match(mail.text!, link);
    assert.match(mail.html!, link);
    assert.doesNotMatch(raw!.split('\r\n\r\n')[0]!, /[^\p{ASCII}]/u, 'headers are plain ASCII');
  }
});

const byText = (a: string, b: string) => (a < b ? -1 : 1);

/** Waits until nothing is in transit; unasked recipients stay pending. */
async function untilAsked(client: Awaited<ReturnType<TestServer['as']>>, id: number): Promise<Recipient[]> {
  for (;;) {
    const { message } = await client.run(recipients, { id: String(id) });
    const rows: Recipient[] = message.messageRecipients.edges.map((edge: { node: Recipient }) => edge.node);
    const moving = ['queued', 'sending', 'retrying'];
    if (message.status !== 'queued' && !rows.some(({ status }) => moving.includes(status))) return rows;
    await sleep(100);
  }
}
