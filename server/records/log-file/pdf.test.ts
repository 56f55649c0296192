import assert from 'node:assert/strict';
import test, { after, before } from 'node:test';
import { createEvent } from '#testing/factories.ts';
import { readPdfTexts } from '#testing/pdf.ts';
import { startTestServer, type TestClient, type TestServer } from '#testing/server.ts';

let server: TestServer;
let officer: TestClient;
before(async () => {
  server = await startTestServer({ ROLES: 'web' });
  officer = await server.as('documentation_officer');
});
after(() => server.stop());

const add = `mutation ($event: ID!, $text: String!, $at: DateTime, $c: ID) {
  addLogEntry(event: $event, text: $text, happenedAt: $at, corrects: $c) { id hash } }`;

async function printed(event: number, who = officer) {
  const response = await fetch(`${server.url}/api/v2/events/${event}/log.pdf`, {
    headers: { authorization: `Bearer ${who.token}` },
  });
  assert.equal(response.headers.get('content-type'), 'application/pdf', `${response.status}`);
  const pdf = Buffer.from(await response.arrayBuffer());
  return { source: pdf.toString('latin1'), name: response.headers.get('content-disposition'), ...readPdfTexts(pdf) };
}

test('the PDF has every entry with times, corrections and hash in the reader’s language', async () => {
  const { id: event } = await createEvent(server.app.db, { name: 'Łódź – Übung', mode: 'EXERCISE' });
  const at = new Date('2024-02-03T04:05:06Z').toISOString();
  const wrong = (await officer.run(add, { event, text: 'Zwei Verletzte', at })).addLogEntry;
  const { hash } = (await officer.run(add, { event, text: 'Drei „Verletzte“', c: wrong.id })).addLogEntry;
  const { text, pages, boxes, name } = await printed(event);
  for (const part of [
    'Einsatztagebuch',
    'Łódź – Übung',
    'Zwei Verletzte',
    'geschehen 03.02.2024',
    'KORREKTUR zu Nr. 1',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  for (const part of [
    'KORRIGIERT durch Nr. 2',
    'Drei „Verletzte“',
    hash,
    'ÜBUNG – kein echtes Ereignis',
    'unverändert',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  assert.deepEqual([pages.length, boxes], [1, ['0 0 595.28 841.89']]);
  assert.match(name ?? '', /attachment; filename="einsatztagebuch-\d+\.pdf"/);
  const english = await server.as('documentation_officer');
  await english.run('mutation { changeLanguage(language: "en") { id } }');
  const translated = await printed(event, english);
  for (const part of ['Event log', 'CORRECTION of no. 1', 'CORRECTED by no. 2', 'Page 1 of 1'])
    assert.ok(translated.text.includes(part), part);
});

test('is tagged for screen readers, declares language and title and embeds its fonts', async () => {
  const { id: event } = await createEvent(server.app.db, { name: 'Sturm' });
  await officer.run(add, { event, text: 'Deich gesichert' });
  const { source } = await printed(event);
  for (const part of ['/StructTreeRoot', '/Marked true', '/Lang (de)', '/DisplayDocTitle true', '<pdfuaid:part>1<'])
    assert.ok(source.includes(part), part);
  const count = (tag: string) => source.split(`/S /${tag}\n`).length - 1;
  assert.deepEqual(
    ['Document', 'H1', 'Table', 'THead', 'TBody', 'TR', 'TH', 'TD', 'H2'].map(count),
    [1, 1, 1, 1, 1, 2, 4, 4, 1],
  );
  const fonts = source.match(/\/BaseFont \/(\S+)/g)!;
  assert.ok(
    fonts.every((font) => font.includes('+Roboto')),
    String(fonts),
  );
  assert.equal(source.split('/FontFile2').length - 1, new Set(fonts).size);
});

test('a long entry continues on the next page with repeated headings and no loss', async () => {
  const { id: event } = await createEvent(server.app.db, { name: 'Flut' });
  const words = Array.from({ length: 700 }, (_, at) => `Wort${at}`);
  await officer.run(add, { event, text: words.join(' ').slice(0, 4999) });
  for (let n = 1; n <= 40; n++) await officer.run(add, { event, text: `Eintrag Nummer ${n}\nzweite Zeile` });
  await officer.run(add, { event, text: 'ununterbrochen'.repeat(300) });
  const { pages, text, rightmost } = await printed(event);
  assert.ok(pages.length >= 3, `${pages.length}`);
  for (const [at, page] of pages.entries()) {
    assert.ok(page.includes(`Seite ${at + 1} von ${pages.length}`), page);
    if (at < pages.length - 1) assert.ok(page.includes('Zeitpunkt'), `page ${at + 1} has no head`);
  }
  for (const word of words.slice(0, 500)) assert.ok(text.includes(word), word);
  for (let n = 1; n <= 40; n++) assert.ok(text.includes(`Eintrag Nummer ${n}`), String(n));
  // page parts come between words
  assert.ok(text.replace(/\s/g, '').split('ununterbrochen').length > 300 - pages.length);
  assert.ok(rightmost < 545, `${rightmost}`);
});
