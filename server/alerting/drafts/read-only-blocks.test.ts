import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import fc from 'fast-check';
import type { Db } from '#server/platform/database/connect.ts';
import {
  createEvent,
  createEventType,
  createMessage,
  createReport,
  createSnippet,
  idByIdentifier,
} from '#testing/factories.ts';
import { createDraft } from '#testing/messages.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';
import { runs } from '../../../scripts/in-full.ts';

let server: TestServer;
let db: Db;
let editor: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  db = server.app.db;
  editor = await server.as('editor');
});
after(() => server.stop());

const update = 'mutation ($input: UpdateReportInput!) { updateReport(input: $input) { content } }';
const updateMessage = 'mutation ($input: UpdateMessageInput!) { updateMessage(input: $input) { content } }';
const block = (snippet: number, inner: string) => `<div data-snippet="${snippet}">${inner}</div>`;

const locked = (content: string) => createSnippet(db, { content, readOnly: true });

/** The stored text, or the refusal. */
async function saved(report: number, content: string): Promise<string> {
  const { data, errors } = await editor.send(update, { input: { id: String(report), content } });
  return errors?.[0]?.message ?? data.updateReport.content;
}

const newReport = async () => (await createReport(db, { type: 'staff_information', content: '' })).id;

test('keeps a block as in its snippet in any browser’s notation; rejects a changed block', async () => {
  const { id } = await locked('<p>Bitte <strong>keine</strong> Auskünfte &amp; Bilder.<br>Danke.</p>');
  const inner = '<p>Bitte <strong>keine</strong> Auskünfte &amp; Bilder.<br />Danke.</p>';
  const report = await newReport();
  const text = `<p>Vorher</p>${block(id, inner)}<p>Nachher</p>`;
  assert.equal(await saved(report, text.replaceAll(' />', '>')), text);
  for (const altered of [
    inner.replace('keine', 'gern'),
    inner.replace('<strong>keine</strong>', 'keine'),
    `${inner}<p>Mehr</p>`,
    inner.slice(0, -'<br />Danke.</p>'.length),
    '',
  ]) {
    assert.equal(await saved(report, `<p>Vorher</p>${block(id, altered)}`), 'error_read_only_block', altered);
  }
  assert.equal(
    await saved(report, '<p>Vorher</p><p>Nachher</p>'),
    '<p>Vorher</p><p>Nachher</p>',
    'taken out as a whole',
  );
});

test('rejects a struck-out, linked or formatted block; allows it in a list or a quotation', async () => {
  const { id } = await locked('<p>Keine Auskunft an die Presse.</p>');
  const fixed = block(id, '<p>Keine Auskunft an die Presse.</p>');
  const report = await newReport();
  await saved(report, fixed);
  const message = await createMessage(db, { reportId: report, content: fixed });
  for (const altered of [
    `<p>Gilt nicht:</p><s>${fixed}</s>`,
    `<blockquote><s><em>x</em>${fixed}</s></blockquote>`,
    `<a href="https://klinik.example">${fixed}</a>`,
    `<h1>${fixed}</h1>`,
  ]) {
    assert.equal(await saved(report, altered), 'error_read_only_block', altered);
    const own = { input: { id: String(message.id), content: altered } };
    assert.equal((await editor.send(updateMessage, own)).errors?.[0]?.message, 'error_read_only_block', altered);
  }
  for (const placed of [
    `<p><s>Alt</s><br /></p><hr />${fixed}`,
    `<ul><li>Presse:${fixed}</li></ul>`,
    `<blockquote>${fixed}</blockquote>`,
  ])
    assert.equal(await saved(report, placed), placed);
});

test('rejects a text cut into two blocks at any position', async () => {
  const words = 'Bitte geben Sie keine Auskünfte.';
  const { id } = await locked(`<p>${words}</p>`);
  const report = await newReport();
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: words.length }), async (at) => {
      const parts = [words.slice(0, at), words.slice(at)].map((part) => block(id, `<p>${part}</p>`)).join('<p>x</p>');
      assert.equal(await saved(report, parts), 'error_read_only_block');
    }),
    { numRuns: runs(12) },
  );
});

test('rejects a text as a block of an editable, switched-off or missing snippet', async () => {
  const free = await createSnippet(db, { content: '<p>Frei</p>' });
  const off = await createSnippet(db, { content: '<p>Aus</p>', readOnly: true, isActive: false });
  const report = await newReport();
  for (const text of [block(free.id, '<p>Frei</p>'), block(off.id, '<p>Aus</p>'), block(999_999, '<p>x</p>')]) {
    assert.equal(await saved(report, text), 'error_read_only_block', text);
  }
  const create = 'mutation ($input: CreateReportInput!) { createReport(input: $input) { content } }';
  const { id: event } = await createEvent(db);
  const reportType = await idByIdentifier(db, 'reportTypes', 'staff_information');
  const input = { event, reportType, title: 'x', content: block(off.id, '<p>Aus</p>') };
  assert.equal((await editor.send(create, { input })).errors?.[0]?.message, 'error_read_only_block');
});

test('answering questions of a block, once or later, keeps the text around them', async () => {
  const { id } = await locked('<p>{{ event.name }}: Treffen {{ input:"Ort" }} {{ input:"Zeit" }}.</p>');
  const report = await newReport();
  const half = block(id, '<p>{{ event.name }}: Treffen Haus C, Ebene 2 {{ input:"Zeit" }}.</p>');
  assert.equal(await saved(report, half), half);
  const whole = half.replace('{{ input:"Zeit" }}', '14 Uhr');
  assert.equal(await saved(report, whole), whole);
  assert.equal(await saved(report, whole.replace('{{ event.name }}', 'Anders')), 'error_read_only_block');
  assert.equal(await saved(report, whole.replace('14 Uhr', '15 Uhr')), whole.replace('14 Uhr', '15 Uhr'));
  assert.equal(await saved(report, whole.replace('14 Uhr', '<b>15</b> Uhr')), 'error_read_only_block');
});

test('asks a question that a block contains twice at one place first', async () => {
  const ask = '{{ input:"Ort" }}';
  const { id } = await locked(`<p>Treff ${ask}, wirklich, ${ask}${ask}.</p>`);
  const said = (first: string, second: string, third: string) =>
    block(id, `<p>Treff ${first}, wirklich, ${second}${third}.</p>`);
  const report = await newReport();
  for (const given of [
    said(ask, 'Haus C, Ebene 2', ask),
    said('Haus C, wirklich, dort', ask, ask),
    said('', ask, 'B'),
    said('A<br />B', 'C, wirklich, D', 'E.'),
  ]) {
    assert.equal(await saved(await newReport(), given), given);
    assert.equal(await saved(report, given.replace('Treff', 'Kein Treff')), 'error_read_only_block', given);
  }
  for (const wrong of [
    said(ask, `${ask} x ${ask}`, ask),
    said('{{ event.name }}', ask, ask),
    said('<b>A</b>', ask, ask),
  ])
    assert.equal(await saved(report, wrong), 'error_read_only_block', wrong);
});

test('a block keeps its text when its snippet changes, also in a channel’s own text', async () => {
  const { id } = await locked('<p>Alt</p>');
  const text = block(id, '<p>Alt</p>');
  const report = await newReport();
  await saved(report, text);
  const message = await createMessage(db, { reportId: report, content: 'Kurz' });
  await db.updateTable('snippets').set({ content: '<p>Neu</p>' }).where('id', '=', id).execute();
  const own = { input: { id: String(message.id), content: `${text}<p>Kurz</p>` } };
  assert.equal((await editor.run(updateMessage, own)).updateMessage.content, `${text}<p>Kurz</p>`);
  const altered = { input: { id: String(message.id), content: block(id, '<p>Ganz anders</p>') } };
  assert.equal((await editor.send(updateMessage, altered)).errors?.[0]?.message, 'error_read_only_block');
  const fresh = block(id, '<p>Neu</p>');
  assert.equal(await saved(report, fresh), fresh, 'inserted again it says what it says now');
});

test('a prepared text contains its block, a copy keeps it, and it is sent without its mark', async () => {
  const eventType = await createEventType(db);
  const reportTypeId = await idByIdentifier(db, 'reportTypes', 'staff_information');
  const cell = { eventTypeId: eventType.id, reportTypeId };
  await createSnippet(db, { content: 'Guten Tag', ...cell });
  const { id } = await createSnippet(db, { content: 'Keine Auskünfte\nan Medien', readOnly: true, ...cell });
  const start = 'mutation ($input: CreateActivationInput!) { createCommunication(input: $input) { _id content } }';
  const { createCommunication: made } = await editor.run(start, { input: { eventType: String(eventType.id) } });
  const text = `<p>Guten Tag</p>${block(id, '<p>Keine Auskünfte<br />an Medien</p>')}`;
  assert.equal(made.content, text);
  const copy = 'mutation ($id: ID!) { copyReport(id: $id) { content } }';
  assert.equal((await editor.run(copy, { id: String(made._id) })).copyReport.content, text);
  await createDraft(db, { reportId: made._id, content: text });
  const preview = 'query ($report: ID!) { previewReport(report: $report) { html parts { text } } }';
  const { previewReport } = await editor.run(preview, { report: String(made._id) });
  assert.ok(previewReport.length > 0);
  assert.ok(!JSON.stringify(previewReport).includes('data-snippet'), 'what it is kept by is nobody’s business');
  assert.match(JSON.stringify(previewReport), /Keine Auskünfte/);
});
