import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test, { after, before } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import { SMTPServer } from 'smtp-server';
import { queues } from '#server/platform/jobs/queues.ts';
import { createEvent, createGroup, createMailingList, createPerson } from '#testing/factories.ts';
import { readPdfTexts } from '#testing/pdf.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { attach, createTypeWithTemplate, loggedKinds, somePdf } from '#testing/situation-reports.ts';

/** Mails taken by an SMTP server, and pending refusals per address. */
const received: { to: string; raw: string }[] = [];
const refusals = new Map<string, number>();
const smtp = new SMTPServer({
  disabledCommands: ['AUTH', 'STARTTLS'],
  onRcptTo({ address }, _session, callback) {
    const left = refusals.get(address) ?? 0;
    if (left < 0) return callback(Object.assign(new Error('no such user'), { responseCode: 550 }));
    refusals.set(address, Math.max(0, left - 1));
    callback(left > 0 ? Object.assign(new Error('try later'), { responseCode: 451 }) : null);
  },
  onData(stream, session, callback) {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => {
      const raw = Buffer.concat(pieces).toString();
      // approvers get mails too
      if (raw.includes('application/pdf')) received.push({ to: session.envelope.rcptTo[0]!.address, raw });
      callback();
    });
  },
});

let server: TestServer;
let officer: TestClient;
before(async () => {
  await new Promise<void>((resolve) => smtp.listen(0, '127.0.0.1', resolve));
  const { port } = smtp.server.address() as AddressInfo;
  server = await startTestServer({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Stab <stab@example.org>' });
  officer = await server.as('documentation_officer');
});
after(async () => {
  await server.stop();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const look =
  'query ($id: ID!) { situationReport(id: $id) { status mailSent mailSentAt mailed { total sent failed } } }';
const mail = `mutation ($id: ID!, $lists: [ID!]!) {
  mailSituationReport(id: $id, lists: $lists) { status mailSent mailed { total } } }`;

async function approved(
  values: Parameters<typeof createEvent>[1] = {},
  files: File[] = [],
): Promise<{ id: string; eventId: number }> {
  const type = await createTypeWithTemplate(server.app.db);
  const event = await createEvent(server.app.db, { eventTypeId: type.id, ...values });
  const made = await officer.run(
    'mutation ($e: ID!) { createSituationReport(input: { event: $e, data: { summary: "Lage" } }) { id } }',
    { e: String(event.id) },
  );
  const { id } = made.createSituationReport;
  for (const file of files) await attach(server, officer, id, file);
  await officer.run('mutation ($id: ID!) { submitSituationReport(id: $id) { id } }', { id });
  const manager = await server.as('crisis_manager');
  await manager.run('mutation ($id: ID!) { approveSituationReport(id: $id) { id } }', { id });
  return { id, eventId: event.id };
}

/** Waits until nothing is in transit, with immediate retries. */
async function settled(id: string) {
  const retry = "update pgboss.job set start_after = now() where name = 'situation_report_mail' and state = 'retry'";
  for (let tries = 0; tries < 200; tries++) {
    const { situationReport: report } = await officer.run(look, { id });
    if (report.mailed.total === report.mailed.sent + report.mailed.failed) return report;
    const { rowCount } = await server.app.database.pool.query(retry);
    if (rowCount) await server.app.db.transaction().execute((tx) => server.app.jobs.enqueue(tx, 'purge', {}));
    await pause(100);
  }
  assert.fail('still under way');
}

const pdfOf = (raw: string) => {
  const part = raw.split(/\r\n--/).find((text) => /filename="?lagebericht/.test(text))!;
  return Buffer.from(part.slice(part.indexOf('\r\n\r\n')).replace(/\s/g, ''), 'base64');
};
const mails = `query ($id: ID!) { situationReportMails(id: $id) {
  edges { node { status way reason sentAt person { _id } channel { id } } } } }`;
const becameOf = async (id: string, who = officer) =>
  (await who.run(mails, { id })).situationReportMails.edges.map(({ node }: { node: unknown }) => node);

const reach = `query ($id: ID!, $lists: [ID!]!) {
  situationReportReach(id: $id, lists: $lists) { people already unreachable reachesNobody } }`;

test('mails the PDF once to all addresses of the lists; a second mailing reaches only new people', async () => {
  const { db } = server.app;
  const { id, eventId } = await approved({ name: 'Hochwasser' });
  const anna = await createPerson(db, { email: 'anna@example.org' });
  const ben = await createPerson(db, { email: 'ben@example.org' });
  const twin = await createPerson(db, { email: 'ANNA@example.org' });
  const nobody = await createPerson(db, { email: null });
  const group = await createGroup(db, { members: [anna.id, ben.id] });
  const presse = await createMailingList(db, {
    people: [anna.id, nobody.id, twin.id],
    groups: [{ id: group.id, stopLimit: 1 }],
  });
  refusals.set('ben@example.org', 1);
  const lists = [String(presse.id)];
  assert.deepEqual((await officer.run(reach, { id, lists })).situationReportReach, {
    people: 2,
    already: 0,
    unreachable: 1,
    reachesNobody: false,
  });
  const sent = (await officer.run(mail, { id, lists })).mailSituationReport;
  // one of the two is refused at first
  assert.deepEqual([sent.status, sent.mailSent, sent.mailed.total], ['distributed', false, 2]);
  const report = await settled(id);
  assert.deepEqual([report.mailed, report.mailSent], [{ total: 2, sent: 2, failed: 0 }, true]);
  assert.deepEqual(new Set(received.map(({ to }) => to)), new Set(['anna@example.org', 'ben@example.org']));
  assert.equal(received.length, 2);
  for (const { raw } of received) {
    const { text } = readPdfTexts(pdfOf(raw));
    assert.ok(text.includes('Lagebericht Nr. 1') && text.includes('Hochwasser'));
    assert.ok(!text.includes('nicht freigegeben'));
    assert.match(raw, /filename="?lagebericht-1-Hochwasser\.pdf/);
  }
  const again = await officer.send(mail, { id, lists });
  assert.equal(again.errors?.[0]?.message, 'error_no_recipients');
  const carl = await createPerson(db, { email: 'carl@example.org' });
  const more = await createMailingList(db, { people: [carl.id, ben.id] });
  const both = [...lists, String(more.id)];
  const { people, already } = (await officer.run(reach, { id, lists: both })).situationReportReach;
  assert.deepEqual([people, already], [1, 2]);
  await officer.run(mail, { id, lists: both });
  await settled(id);
  assert.deepEqual(
    received.slice(2).map(({ to }) => to),
    ['carl@example.org'],
  );
  const kinds = await loggedKinds(db, eventId);
  assert.equal(kinds.filter((kind) => kind === 'situation_report_mailed').length, 2);
});

test('two concurrent mailings send one mail', async () => {
  const { id } = await approved();
  const person = await createPerson(server.app.db, { email: 'dora@example.org' });
  const list = await createMailingList(server.app.db, { people: [person.id] });
  const answers = await Promise.all([1, 2, 3].map(() => officer.send(mail, { id, lists: [String(list.id)] })));
  assert.equal(answers.filter(({ errors }) => !errors).length, 1);
  await settled(id);
  assert.equal(received.filter(({ to }) => to === 'dora@example.org').length, 1);
});

test('counts an unreachable recipient as failed and retries with the next mailing', async () => {
  const { id } = await approved();
  const person = await createPerson(server.app.db, { email: 'emil@example.org' });
  const lists = [String((await createMailingList(server.app.db, { people: [person.id] })).id)];
  refusals.set('emil@example.org', -1);
  await officer.run(mail, { id, lists });
  const failed = await settled(id);
  assert.deepEqual([failed.mailed, failed.mailSent], [{ total: 1, sent: 0, failed: 1 }, true]);
  const [{ channel, ...lost }] = await becameOf(id);
  const why = { status: 'failed', way: 'channel', reason: 'address_unknown', sentAt: null };
  assert.deepEqual(lost, { ...why, person: { _id: person.id } });
  assert.match(channel.id, /channels/);
  refusals.set('emil@example.org', 0);
  assert.equal((await officer.run(reach, { id, lists })).situationReportReach.people, 1);
  await officer.run(mail, { id, lists });
  assert.deepEqual((await settled(id)).mailed, { total: 1, sent: 1, failed: 0 });
  const [after] = await becameOf(id, await server.as('crisis_manager'));
  assert.deepEqual([after.status, after.way, after.reason, typeof after.sentAt], ['sent', 'channel', null, 'string']);
});

test('sends attachments with the mail and names them in the PDF', async () => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .webp()
    .toBuffer();
  const { id } = await approved({}, [
    somePdf('Lageplan Süd.pdf'),
    new File([new Uint8Array(photo)], 'Foto.webp', { type: 'image/webp' }),
  ]);
  const person = await createPerson(server.app.db, { email: 'hanna@example.org' });
  const list = await createMailingList(server.app.db, { people: [person.id] });
  await officer.run(mail, { id, lists: [String(list.id)] });
  await settled(id);
  const { raw } = received.find(({ to }) => to === 'hanna@example.org')!;
  const { text } = readPdfTexts(pdfOf(raw));
  for (const part of ['Anlagen', 'Lageplan Süd.pdf', 'Foto.jpg', 'Bild']) assert.ok(text.includes(part), part);
  assert.deepEqual(raw.match(/^Content-Type: (application|image)\/\w+/gm), [
    'Content-Type: application/pdf',
    'Content-Type: application/pdf',
    'Content-Type: image/jpeg',
  ]);
});

test('a switched-off mail reaches no one and reports it', async () => {
  const { id } = await approved();
  const person = await createPerson(server.app.db, { email: 'ida@example.org' });
  const list = await createMailingList(server.app.db, { people: [person.id] });
  const off = (isActive: boolean) =>
    server.app.db.updateTable('systemMails').set({ isActive }).where('identifier', '=', 'situation_report').execute();
  await off(false);
  await officer.run(mail, { id, lists: [String(list.id)] });
  assert.deepEqual((await settled(id)).mailed, { total: 1, sent: 0, failed: 1 });
  assert.equal((await becameOf(id))[0].reason, 'switched_off');
  await off(true);
});

test('gives up a server with temporary errors after the last attempt', async () => {
  const { id } = await approved();
  const person = await createPerson(server.app.db, { email: 'gerd@example.org' });
  const lists = [String((await createMailingList(server.app.db, { people: [person.id] })).id)];
  refusals.set('gerd@example.org', 1000);
  await officer.run(mail, { id, lists });
  const almost = server.app.db
    .updateTable('situationReportMails')
    .set({ attempts: queues.situation_report_mail.retryLimit });
  await almost.where('personId', '=', person.id).execute();
  assert.deepEqual((await settled(id)).mailed, { total: 1, sent: 0, failed: 1 });
});

test('an exercise goes to the exercise mailbox, marked, with the PDF, never to the mail server', async () => {
  const { id } = await approved({ mode: 'EXERCISE', name: 'Probe' }, [somePdf('Plan.pdf')]);
  const person = await createPerson(server.app.db, { email: 'frida@example.org' });
  await officer.run(mail, {
    id,
    lists: [String((await createMailingList(server.app.db, { people: [person.id] })).id)],
  });
  assert.deepEqual((await settled(id)).mailed, { total: 1, sent: 1, failed: 0 });
  assert.equal(received.filter(({ to }) => to === 'frida@example.org').length, 0);
  const box = await officer.run(`{ exerciseMessages(person: ${person.id}) {
    edges { node { subject text files { name mimeType contentUrl } } } } }`);
  assert.deepEqual(
    (await becameOf(id)).map(({ way }: { way: string }) => way),
    ['mailbox'],
  );
  const [{ node }] = box.exerciseMessages.edges;
  assert.equal(node.subject, 'ÜBUNG – Probe: Lagebericht Nr. 1');
  const [file, plan] = node.files;
  assert.deepEqual([node.files.length, plan.name], [2, 'Plan.pdf']);
  assert.deepEqual([file.name, file.mimeType], ['lagebericht-1-Probe.pdf', 'application/pdf']);
  const pdf = Buffer.from(await (await fetch(server.url + file.contentUrl)).arrayBuffer());
  assert.ok(readPdfTexts(pdf).text.includes('ÜBUNG – kein echtes Ereignis'));
});

test('mails a real report again that reached only the exercise mailbox, but no exercise', async () => {
  const { db } = server.app;
  for (const mode of ['LIVE', 'EXERCISE'] as const) {
    const { id } = await approved({ mode });
    const email = `nina.${mode.toLowerCase()}@example.org`;
    const person = await createPerson(db, { email });
    const lists = [String((await createMailingList(db, { people: [person.id] })).id)];
    await officer.run(mail, { id, lists });
    await settled(id);
    // as before a mail server was set up
    await db.updateTable('situationReportMails').set({ way: 'mailbox' }).where('personId', '=', person.id).execute();
    const [sent, failed] = mode === 'LIVE' ? [0, 1] : [1, 0];
    const { mailed } = (await officer.run(look, { id })).situationReport;
    assert.deepEqual(mailed, { total: 1, sent, failed }, 'the exercise mailbox reaches nobody in earnest');
    const before = received.length;
    const { people, already } = (await officer.run(reach, { id, lists })).situationReportReach;
    if (mode === 'EXERCISE') {
      assert.deepEqual([people, already], [0, 1]);
      continue;
    }
    assert.deepEqual([people, already], [1, 0]);
    await officer.run(mail, { id, lists });
    assert.deepEqual((await settled(id)).mailed, { total: 1, sent: 1, failed: 0 });
    const [again] = await becameOf(id);
    assert.deepEqual([again.way, received.slice(before).map(({ to }) => to)], ['channel', [email]]);
    assert.equal((await officer.run(reach, { id, lists })).situationReportReach.already, 1);
  }
});

test('refuses unknown and switched-off lists', async () => {
  const { id } = await approved();
  const off = await createMailingList(server.app.db, { isActive: false });
  const refusal = async (list: number) =>
    (await officer.send(mail, { id, lists: [String(list)] })).errors?.[0]?.message;
  assert.deepEqual([await refusal(off.id), await refusal(999_999)], ['error_inactive', 'error_not_found']);
  const read = await officer.run(look, { id });
  assert.deepEqual([read.situationReport.status, read.situationReport.mailSentAt], ['approved', null]);
});
