import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sendSystemMail } from '#server/channels/system-mails/send.ts';
import { systemMailTexts } from '#server/channels/system-mails/texts.ts';
import type { Db } from '#server/platform/database/connect.ts';
import {
  eventMailIdentifiers,
  type SystemMailIdentifier,
  systemMailIdentifiers,
} from '#server/platform/jobs/system-mail-identifiers.ts';
import { placeholdersIn } from '#shared/placeholders.ts';
import { createMailChannel } from '#testing/deliveries.ts';
import {
  createEvent,
  createGroup,
  createMailingList,
  createPerson,
  createReport,
  createUser,
} from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestServer } from '#testing/server.ts';
import { until } from '#testing/until.ts';
import { type Sink, startSink } from '../../../faults/sink.ts';

// A mail server accepts real mail.
let server: TestServer;
let sink: Sink;
let db: Db;
before(async () => {
  server = await startTestServer();
  sink = await startSink();
  db = server.app.db;
  await createMailChannel(db, sink.port);
});
after(async () => {
  await server.stop();
  await sink.stop();
});

const modes = ['LIVE', 'EXERCISE', 'TEST'] as const;
const eventMails: readonly SystemMailIdentifier[] = eventMailIdentifiers;

/** Counts mails that left, and returns the subjects of others. */
async function mailsTo(address: string): Promise<{ left: number; kept: string[] }> {
  const kept = await db
    .selectFrom('exerciseMessages')
    .select('subject')
    .where('address', '=', address)
    .where('recipientId', 'is', null)
    .orderBy('id')
    .execute();
  const left = (await sink.ledger()).filter(({ to }) => to === address).length;
  return { left, kept: kept.map(({ subject }) => subject ?? '') };
}

/** Waits for mails: sent if real, otherwise kept and marked. */
async function expectMails(address: string, count: number, mode: (typeof modes)[number]): Promise<void> {
  await until(async () => {
    const { left, kept } = await mailsTo(address);
    return left + kept.length >= count;
  });
  const { left, kept } = await mailsTo(address);
  assert.deepEqual([left, kept.length], mode === 'LIVE' ? [count, 0] : [0, count], `${mode} ${address}`);
  for (const subject of kept) assert.match(subject, /^ÜBUNG – /);
}

test('every mail that names an event is registered as an event mail', () => {
  for (const identifier of systemMailIdentifiers) {
    const { subject, content } = systemMailTexts.de[identifier];
    const named = placeholdersIn(`${subject} ${content}`).some((name) => name.startsWith('event.'));
    assert.equal(eventMails.includes(identifier), named, identifier);
  }
});

test('every mail about an event goes to the exercise mailbox unless the event is real', async () => {
  for (const mode of modes) {
    const { id: to, email } = await createUser(db);
    const mail = { to, language: 'de', exercise: mode !== 'LIVE' };
    await sendSystemMail(server.app, db, ...eventMailIdentifiers.map((identifier) => ({ ...mail, identifier })));
    await expectMails(email, eventMailIdentifiers.length, mode);
  }
});

for (const mode of modes) {
  test(`${mode}: a request for release, both decisions and a missed limit`, async () => {
    const [author, releaser] = await Promise.all(
      [['editor'], ['crisis_manager']].map((roles) => createUser(db, { roles })),
    );
    const [editor, manager] = await Promise.all([server.client(author!.id), server.client(releaser!.id)]);
    const { id: eventId } = await createEvent(db, { mode });
    const person = await createPerson(db, { email: `${mode}@example.org` });
    for (const decide of ['releaseMessage(id: $id)', 'rejectMessage(id: $id, reason: "Tippfehler")']) {
      const { id: reportId } = await createReport(db, { eventId, type: 'press_release' });
      const { id } = await createDraft(db, { reportId, people: [person.id], insertedBy: author!.id });
      await editor.run(`mutation { sendMessage(id: ${id}, launchKey: "mails-${id}") { id } }`);
      await manager.run(`mutation ($id: ID!) { ${decide} { id } }`, { id: String(id) });
    }
    await expectMails(releaser!.email, 2, mode);
    await expectMails(author!.email, 2, mode);
    const group = await createGroup(db, { members: [person.id] });
    const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
    const { id: reportId } = await createReport(db, { eventId });
    await createDraft(db, { reportId, lists: [list.id], requestAnswer: true });
    await manager.run(`mutation { sendReport(id: ${reportId}, launchKey: "limit-${reportId}") { id } }`);
    const recipient = await until(() =>
      db.selectFrom('messageRecipients').select('id').where('reportId', '=', reportId).executeTakeFirst(),
    );
    await manager.run(`mutation { recordAnswer(recipient: ${recipient.id}, option: "2") { id } }`);
    await expectMails(releaser!.email, 3, mode);
  });
}

for (const mode of modes) {
  test(`${mode}: mails a missed limit without an active sender to users who may start alarms`, async () => {
    const [manager, gone, editor] = await Promise.all(
      [['crisis_manager'], ['crisis_manager'], ['editor']].map((roles) => createUser(db, { roles })),
    );
    const client = await server.client(manager!.id);
    for (const [at, sender] of [gone, null].entries()) {
      const person = await createPerson(db, { email: `nobody-${at}-${mode}@example.org` });
      const group = await createGroup(db, { members: [person.id] });
      const list = await createMailingList(db, { groups: [{ id: group.id, stopLimit: 1 }] });
      const { id: eventId } = await createEvent(db, { mode });
      const { id: reportId } = await createReport(db, { eventId });
      await createDraft(db, { reportId, lists: [list.id], requestAnswer: true });
      await client.run(`mutation { sendReport(id: ${reportId}, launchKey: "nobody-${reportId}") { id } }`);
      const recipient = await until(() =>
        db.selectFrom('messageRecipients').select('id').where('reportId', '=', reportId).executeTakeFirst(),
      );
      // as after a trigger, or a sender who has left
      await db
        .updateTable('messages')
        .set({ launchedBy: sender?.id ?? null })
        .where('reportId', '=', reportId)
        .execute();
      await db.updateTable('users').set({ isActive: false }).where('id', '=', gone!.id).execute();
      await client.run(`mutation { recordAnswer(recipient: ${recipient.id}, option: "2") { id } }`);
      await expectMails(manager!.email, at + 1, mode);
    }
    assert.deepEqual(await mailsTo(editor!.email), { left: 0, kept: [] });
    assert.deepEqual(await mailsTo(gone!.email), { left: 0, kept: [] });
  });
}
