import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { sql } from 'kysely';
import { findMessage } from '#server/alerting/messages/message-rows.ts';
import { versionFiller } from '#server/alerting/messages/versions.ts';
import type { Db } from '#server/platform/database/connect.ts';
import { createEventType, createPerson, createSnippet, idByIdentifier } from '#testing/factories.ts';
import { type MailAndTexts, startMailAndTexts } from '#testing/mail-and-texts.ts';
import { createChannel, createDraft, setUndoSeconds } from '#testing/messages.ts';
import type { TestClient } from '#testing/server.ts';
import { until } from '#testing/until.ts';

let all: MailAndTexts;
let db: Db;
let manager: TestClient;
let texts: MailAndTexts['texts'];
let mail: MailAndTexts['mail'];
let sms: MailAndTexts['sms'];
before(async () => {
  all = await startMailAndTexts();
  ({ db, manager, texts, mail, sms } = all);
  await setUndoSeconds(db, 0);
});
after(() => all.stop());

let count = 0;
const number = () => `+4915171${String(++count).padStart(6, '0')}`;
const inGerman = { content: 'Deich gebrochen. Kommen Sie zur Zentrale.' };
const inEnglish = 'The dyke is broken. Please come to the control room.';
const adapted = 'Deich offen, sofort Zentrale.';

/** Drafts to a German and an English reader, with text in both languages. */
async function draft(channels: readonly number[]) {
  const alarmSteps = JSON.stringify({ sms: 1 });
  const type = await createEventType(db, { name: `Flut ${++count}`, nameEn: `Flood ${count}`, alarmSteps });
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'activation');
  await createSnippet(db, { ...inGerman, contentEn: inEnglish, eventTypeId: type.id, reportTypeId });
  const [german, english] = [number(), number()];
  const people = [await createPerson(db, { mobile: german }), await createPerson(db, { mobile: english })];
  await db.insertInto('personData').values({ personId: people[1]!.id, keyFieldId: 17, valueStr: 'en' }).execute();
  const { report } = await manager.run(
    'mutation ($input: CreateActivationInput!) { report: createActivation(input: $input) { _id title content } }',
    { input: { eventType: String(type.id), mode: 'LIVE' } },
  );
  await db.updateTable('messages').set({ isActive: false }).where('reportId', '=', report._id).execute();
  const { title, content } = report;
  const drafts = new Map<number, number>();
  for (const channelId of channels) {
    const to = people.map(({ id }) => id);
    drafts.set(channelId, (await createDraft(db, { reportId: report._id, channelId, people: to, title, content })).id);
  }
  return { report: report._id as number, german, english, drafts };
}

const adapt = (message: number) =>
  manager.run('mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { id } }', {
    input: { id: String(message), content: adapted },
  });
const send = (report: number) =>
  manager.run('mutation ($id: ID!, $key: String!) { sendReport(id: $id, launchKey: $key) { id } }', {
    id: String(report),
    key: `adapted-${report}`,
  });

/** The text of the SMS to a number. */
async function texted(to: string): Promise<string> {
  await until(async () => texts.taken.some((one) => one.to === to));
  return texts.taken.find((one) => one.to === to)!.text;
}

test('a text adapted to a channel reaches its own readers, and others get the version in their language', async () => {
  const { report, german, english, drafts } = await draft([mail, sms.id]);
  await adapt(drafts.get(sms.id)!);
  await send(report);
  assert.match(await texted(german), /Deich offen/);
  const other = await texted(english);
  assert.match(other, /dyke is broken/);
  assert.doesNotMatch(other, /Deich offen/);
});

test('a text that no other message carries is not read in another version, which may say something else', async () => {
  const { report, german, english, drafts } = await draft([sms.id]);
  await adapt(drafts.get(sms.id)!);
  await send(report);
  assert.match(await texted(german), /Deich offen/);
  assert.match(await texted(english), /Deich offen/);
});

test('a report whose text was changed has no other version for the adapted text', async () => {
  const { report, english, drafts } = await draft([mail, sms.id]);
  await adapt(drafts.get(sms.id)!);
  await manager.run('mutation ($input: UpdateReportInput!) { updateReport(input: $input) { id } }', {
    input: { id: String(report), content: 'Keller voll.' },
  });
  await send(report);
  assert.match(await texted(english), /Deich offen/);
});

test('a version that only an unsent draft carries does not go out with the adapted text', async () => {
  const { report, german, english, drafts } = await draft([mail, sms.id]);
  await adapt(drafts.get(sms.id)!);
  await manager.run('mutation ($id: ID!, $key: String!) { sendMessage(id: $id, launchKey: $key) { id } }', {
    id: String(drafts.get(sms.id)!),
    key: `alone-${report}`,
  });
  assert.match(await texted(german), /Deich offen/);
  assert.match(await texted(english), /Deich offen/);
});

test('a version that the provider would refuse as too long is not read instead of the adapted text', async () => {
  for (const [provider, words, expected] of [
    ['sms-twilio', 400, undefined],
    ['sms-twilio', 40, ['de', 'en']],
    ['smpp', 400, ['de', 'en']],
    ['smpp', 10_000, undefined],
  ] as const) {
    const { drafts } = await draft([mail, sms.id]);
    await adapt(drafts.get(sms.id)!);
    const message = (await findMessage(db, drafts.get(sms.id)!))!;
    const carried = (await findMessage(db, drafts.get(mail)!))!;
    const prepared = { ...message.prepared, en: { title: 'Flood', content: 'dyke '.repeat(words) } };
    const on = { ...message, prepared, channelSettings: { provider } };
    const { versions } = await versionFiller({ db, viewer: null }, [carried])(on);
    assert.deepEqual(versions ? Object.keys(versions) : undefined, expected, `${provider} ${words}`);
  }
});

test('the preflight warns of a text that is too long only in the language of a later recipient', async () => {
  const channel = await createChannel(db, 'sms', { settings: JSON.stringify({ provider: 'sms-twilio' }) });
  const { report } = await draft([channel.id]);
  const isWarned = async (words: number) => {
    const prepared = sql`jsonb_set(prepared, '{en,content}', to_jsonb(${'dyke '.repeat(words)}::text))`;
    await sql`update reports set prepared = ${prepared} where id = ${report}`.execute(db);
    const { preflightReport } = await manager.run('query ($id: ID!) { preflightReport(report: $id) { warnings } }', {
      id: String(report),
    });
    return preflightReport.warnings.includes('warning_text_refused');
  };
  assert.deepEqual([await isWarned(40), await isWarned(400)], [false, true]);
  await db.deleteFrom('personData').where('keyFieldId', '=', 17).where('valueStr', '=', 'en').execute();
  assert.equal(await isWarned(400), false, 'without a reader of English');
});
