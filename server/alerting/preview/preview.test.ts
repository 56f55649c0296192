import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import type { Db } from '#server/platform/database/connect.ts';
import { framedText } from '#shared/message-text.ts';
import { smsSize } from '#shared/sms.ts';
import { createEvent, createPerson, createReport } from '#testing/factories.ts';
import { createChannel, createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let db: Db;
let manager: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  manager = await server.as('crisis_manager', 'editor');
});
after(() => server.stop());

const query = `query ($report: ID!, $texts: [TypedTextInput!]) { previewReport(report: $report, texts: $texts) {
  message { _id } person { _id } shape subject html parts { text place times length limit } media document
  answers { code label } frame { before after values } losses { loss places kept } unfilled { placeholder people }
  cost { cost currency parts encoding recipients } } }`;
type Options = Parameters<typeof createDraft>[1] & { type: string; settings?: object; mode?: 'LIVE' | 'EXERCISE' };

/** Previews one message on its own channel, with typed texts. */
async function previewOn({ type, settings = {}, mode = 'LIVE', ...draft }: Options, typed?: object) {
  const event = await createEvent(db, { mode, name: 'Brand' });
  const report = await createReport(db, { eventId: event.id, type: 'staff_information' });
  const channel = await createChannel(db, type, { settings: JSON.stringify(settings) });
  const message = await createDraft(db, { title: 'Brand', reportId: report.id, channelId: channel.id, ...draft });
  const texts = typed ? [{ message: String(message.id), ...typed }] : undefined;
  const variables = { report: String(report.id), texts };
  const { previewReport } = await manager.run(query, variables);
  assert.equal(previewReport[0].message._id, message.id);
  return previewReport[0];
}

test('an SMS preview shows parts and costs for a real recipient, with equal counts on both sides', async () => {
  const person = await createPerson(db, { firstName: 'Änne', mobile: '+4915144444401' });
  const content = 'Guten Tag {{ person.firstName }}, {{ event.name }}: '.concat('bitte kommen. '.repeat(14));
  const sms = { type: 'sms', settings: { provider: 'smpp', prices: '+49 0.08' }, people: [person.id] };
  const shown = await previewOn({ ...sms, content, requestAnswer: true });
  assert.deepEqual([shown.shape, shown.person._id], ['short', person.id]);
  assert.match(shown.parts[0].text, /^Brand\nGuten Tag Änne, Brand: bitte/);
  assert.ok(shown.parts.length > 1);
  for (const { length, limit } of shown.parts) assert.ok(length <= 153 && limit === 153);
  const text = shown.parts.map((part: { text: string }) => part.text).join('');
  assert.equal(framedText('Brand', content.trim(), shown.frame), text, 'the page counts what the server renders');
  assert.equal(smsSize(text).parts, shown.parts.length);
  assert.deepEqual(shown.cost, {
    cost: String((shown.parts.length * 8) / 100),
    currency: 'EUR',
    parts: shown.parts.length,
    encoding: 'GSM-7',
    recipients: 1,
  });
  assert.deepEqual(shown.losses, []);
});

test('an SMS asks for a reply only on a channel that can receive', async () => {
  const person = await createPerson(db, { mobile: '+4915144444409' });
  const asks = async (settings: object) => {
    const draft = { type: 'sms', settings, people: [person.id], content: 'Bitte kommen.', requestAnswer: true };
    const { parts } = await previewOn(draft);
    const text = parts.map((part: { text: string }) => part.text).join('');
    assert.match(text, /\/a\//, 'the link is always there');
    return /mit #/.test(text);
  };
  assert.equal(await asks({ provider: 'smpp', source: '+4930123' }), true);
  assert.equal(await asks({ provider: 'smpp' }), true, 'the provider says which number it is');
  assert.equal(await asks({ provider: 'smpp', source: 'Krisenstab' }), false);
  assert.equal(await asks({ provider: 'sms-twilio', from: 'Krisenstab' }), false);
  assert.equal(await asks({ provider: 'sms-twilio', from: 'Krisenstab', messagingServiceSid: 'MG1' }), true);
  assert.equal(await asks({ provider: 'sms-http', from: '+4930123' }), false, 'nobody tells what comes back');
  assert.equal(await asks({ provider: 'sms-http', replyFrom: 'from', replyText: 'text' }), true);
});

test('previews an unsaved text in sanitized form and stores nothing', async () => {
  const shown = await previewOn(
    { type: 'email', content: 'Alt' },
    { title: 'Neu', content: '<p>Bitte <b>kommen</b><script>alert(1)</script></p>' },
  );
  assert.equal(shown.subject, 'Neu');
  assert.match(shown.html, /<b>kommen<\/b>/);
  assert.doesNotMatch(shown.html, /script/);
  const { rows } = await server.app.database.pool.query('select 1 from messages where title = $1', ['Neu']);
  assert.equal(rows.length, 0);
});

test('warns of content that a channel cannot carry, such as formatting, answers or length', async () => {
  const rich = '<p>Bitte <b>kommen</b>: https://example.org/plan</p>';
  const lossesOn = async (options: Options) =>
    (await previewOn(options)).losses.map(({ loss, places, kept }: { loss: string; places: string[]; kept: number }) =>
      [loss, ...places, kept].filter((part) => part !== null).join(' '),
    );
  assert.deepEqual(await lossesOn({ type: 'email', content: rich }), []);
  assert.deepEqual(await lossesOn({ type: 'sms', content: rich }), ['loss_formatting']);
  const voice = { type: 'voice', settings: { provider: 'voice-twilio' } };
  assert.deepEqual(await lossesOn({ ...voice, content: rich }), ['loss_links', 'loss_formatting']);
  assert.deepEqual(await lossesOn({ ...voice, content: 'x'.repeat(3000) }), ['loss_cut 2000']);
  const push = { type: 'webpush', settings: { provider: 'webpush' } };
  assert.match((await lossesOn({ ...push, content: 'ä'.repeat(6000) })).join(), /^loss_cut \d+$/);
  const networks = { type: 'social_media', settings: { provider: 'ayrshare', platforms: 'twitter, gmb' } };
  assert.deepEqual(await lossesOn({ ...networks, requestAnswer: true, content: 'Wort '.repeat(400) }), [
    'loss_too_long Google Business Profile',
    'loss_answers',
  ]);
});

test('splits a post for each network as it is sent, with a numbered thread', async () => {
  const settings = { provider: 'ayrshare', platforms: 'twitter, linkedin' };
  const content = 'Ein Wort. '.repeat(40);
  const values = { feedValues: JSON.stringify({ media: 'https://example.org/plan.png' }) };
  const { parts, media } = await previewOn({ type: 'social_media', settings, content, ...values });
  const x = parts.filter(({ place }: { place: string }) => place === 'X');
  assert.equal(x.length, 2);
  assert.match(x[1].text, /\(2\/2\)$/);
  for (const { length, limit } of x) assert.ok(length <= limit && limit === 280);
  assert.equal(parts.filter(({ place }: { place: string }) => place === 'LinkedIn').length, 1);
  assert.equal(media, 'https://example.org/plan.png');
});

test('shows a call as spoken, with its keys', async () => {
  const person = await createPerson(db, { mobile: '+4915144444402' });
  const voice = { type: 'voice', settings: { provider: 'voice-twilio' }, people: [person.id], requestAnswer: true };
  const { parts } = await previewOn({ ...voice, content: 'Bitte kommen.', mode: 'EXERCISE' });
  assert.deepEqual(
    parts.map(({ text, times }: { text: string; times: number }) => [times, text.split(':')[0]]),
    [
      [2, 'ÜBUNG'],
      [1, 'Drücken Sie 1 für'],
    ],
  );
});

test('shows the entry and CAP message of a warning, and marks an exercise in the text', async () => {
  const settings = { provider: 'cap', sender: 'krise@example.org' };
  const feedValues = JSON.stringify({ areaDesc: 'Altstadt', area: 'circle 52.5,13.4 1', englishTitle: 'Fire' });
  const { shape, parts, document } = await previewOn({ type: 'cap', settings, content: 'Fenster zu.', feedValues });
  assert.equal(shape, 'post');
  assert.match(parts[0].text, /^Brand\n\nFenster zu\./);
  assert.match(document, /<msgType>Alert<\/msgType>[\s\S]*<areaDesc>Altstadt</);
});

test('an open question is a gap with the words of the question, also in counts while typing', async () => {
  const content = 'Treffpunkt: {{ input:"Wo genau?" }}.';
  const mail = await previewOn({ type: 'email', content });
  assert.match(mail.html, /Treffpunkt: \[Wo genau\?\]\./);
  assert.match(mail.parts[0].text, /Treffpunkt: \[Wo genau\?\]\./);
  const person = await createPerson(db, { mobile: '+4915144444403' });
  const sms = await previewOn({ type: 'sms', settings: { provider: 'smpp' }, people: [person.id], content });
  const text = sms.parts.map((part: { text: string }) => part.text).join('');
  assert.match(text, /Treffpunkt: \[Wo genau\?\]\./);
  assert.equal(framedText('Brand', content, sms.frame), text);
});

test('counts empty placeholders by people', async () => {
  const [doctor, other] = [await createPerson(db, { title: 'Dr.' }), await createPerson(db, { title: null })];
  const content = '{{ person.title }} {{ person.lastName }}: {{ answer.link }}';
  const { unfilled } = await previewOn({ type: 'email', people: [doctor.id, other.id], content, requestAnswer: false });
  assert.deepEqual(unfilled, [
    { placeholder: 'person.title', people: 1 },
    { placeholder: 'answer.link', people: 2 },
  ]);
});
